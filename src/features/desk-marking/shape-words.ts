import type { Ink, Shape } from "../../contract/drawing.ts";
import { distance, type LengthFormat, scaleOf } from "../../domain/drawn-length.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Text } from "../../i18n/use-text.ts";

export const INK_MESSAGES = {
  red: "marking.red",
  blue: "marking.blue",
  green: "marking.green",
  black: "marking.black",
} as const satisfies Record<Ink, MessageId>;

/** A shape in words, for people who do not see it. */
export const shapeInWords = (
  shape: Shape,
  shapes: readonly Shape[],
  text: Text,
  format: LengthFormat,
): string => {
  const ink = text(INK_MESSAGES[shape.ink]);
  switch (shape.kind) {
    case "pen":
      return text("marking.shape-pen", { ink });
    case "line":
      return text("marking.shape-line", { ink });
    case "arrow":
      return text("marking.shape-arrow", { ink });
    case "text":
      return text("marking.shape-text", { ink, text: shape.text });
    case "pin":
      return text("marking.shape-pin", { number: shape.number, text: shape.text });
    case "measure": {
      const scale = scaleOf(shapes);
      const mm = shape.mm ?? (scale === null ? null : distance(shape.from, shape.to) * scale);
      return mm === null
        ? text("marking.shape-unmeasured", { ink })
        : text("marking.shape-measure", { ink, length: format(mm) });
    }
  }
};
