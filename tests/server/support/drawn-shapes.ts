import type { DrawnPage, Shape } from "../../../src/contract/drawing.ts";

/** A red line from left to right, in units from the top of the page. */
export const redLine = (y: number): Shape => ({
  kind: "line",
  ink: "red",
  from: { x: 1000, y },
  to: { x: 9000, y },
});

/** The first page of a file with these shapes. */
export const firstPage = (
  shapes: readonly Shape[],
  turn: DrawnPage["turn"] = 0,
): readonly DrawnPage[] => [{ page: 1, turn, shapes }];

/** A text of a tutor. */
export const written = (text: string, x: number, y: number): Shape => ({
  kind: "text",
  ink: "blue",
  at: { x, y },
  text,
});
