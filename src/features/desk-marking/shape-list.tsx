import type { Shape } from "../../contract/drawing.ts";
import { distance, type LengthFormat, scaleOf } from "../../domain/drawn-length.ts";
import { type Text, useText } from "../../i18n/use-text.ts";
import styles from "./marking.module.css";

/** A shape in words, for people who do not see it. */
const shapeInWords = (
  shape: Shape,
  shapes: readonly Shape[],
  text: Text,
  format: LengthFormat,
): string => {
  const ink = text(`marking.${shape.ink}`);
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

interface ShapeListProps {
  shapes: readonly Shape[];
  format: LengthFormat;
  /** Absent where nothing can be changed. */
  onRemove?: ((index: number) => void) | undefined;
}

/** All shapes of a page in words. */
export const ShapeList = ({ shapes, format, onRemove }: ShapeListProps) => {
  const text = useText();
  if (shapes.length === 0) return null;
  return (
    <details className={styles.list}>
      <summary>{text("marking.shapes", { count: shapes.length })}</summary>
      <ol>
        {shapes.map((shape, index) => {
          const words = shapeInWords(shape, shapes, text, format);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is what identifies a shape
            <li key={index}>
              <span dir="auto">{words}</span>
              {onRemove ? (
                <button
                  type="button"
                  aria-label={text("marking.delete-shape", { shape: words })}
                  onClick={() => onRemove(index)}
                >
                  {text("marking.delete")}
                </button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </details>
  );
};
