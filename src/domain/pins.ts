import type { Pin } from "../contract/assignments.ts";
import type { DrawnPage, Shape } from "../contract/drawing.ts";
import { DRAWING_WIDTH } from "../lib/drawing-width.ts";

/** Numbers the pins of a file in the order of its pages. What has its number already stays the same object. */
export const numberPins = (pages: readonly DrawnPage[]): readonly DrawnPage[] => {
  let number = 0;
  const numbered = (shape: Shape): Shape => {
    if (shape.kind !== "pin") return shape;
    number += 1;
    return shape.number === number ? shape : { ...shape, number };
  };
  return pages.map((page) => {
    const shapes = page.shapes.map(numbered);
    return shapes.every((shape, at) => shape === page.shapes[at]) ? page : { ...page, shapes };
  });
};

/** The pins of a file, in the order of their numbers. */
export const pinsOf = (pages: readonly DrawnPage[]): readonly Pin[] =>
  pages.flatMap(({ page, shapes }) =>
    shapes.flatMap((shape) =>
      shape.kind === "pin"
        ? [{ x: shape.at.x / DRAWING_WIDTH, y: shape.at.y / shape.high, text: shape.text, page }]
        : [],
    ),
  );
