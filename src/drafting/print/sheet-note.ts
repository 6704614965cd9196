import { at, type Point } from "../geometry.ts";
import { type Box, type Drawing, pointsOf, type Text } from "./drawing.ts";
import { wrapText } from "./piece-label.ts";

const SIZE = 0.26;
const LETTER = 0.6;
const LEADING = 1.4;
/** Free of drawing round the note. */
const ROOM = 0.3;
/** Below the name of the sheet, and away from the marks in the overlap. */
const BELOW_NAME = 1.2;
/** A line of text is no longer than on a small sheet. */
const WIDEST = 20;
/** The steps in which a place is looked for: half a centimetre, and more on a large sheet. */
const STEP = 0.5;
const STEPS_DOWN = 50;

type Segment = readonly [Point, Point];

const touches = ([from, to]: Segment, { x, y, width, height }: Box): boolean => {
  let [enters, leaves] = [0, 1];
  const sides = [
    [from.x - x, from.x - to.x],
    [x + width - from.x, to.x - from.x],
    [from.y - y, from.y - to.y],
    [y + height - from.y, to.y - from.y],
  ] as const;
  for (const [inside, outward] of sides) {
    if (outward === 0 && inside < 0) return false;
    if (outward < 0) enters = Math.max(enters, inside / outward);
    if (outward > 0) leaves = Math.min(leaves, inside / outward);
  }
  return enters <= leaves;
};

/** A level text as a line through its letters. One that is turned stands at a line that is drawn. */
const throughText = ({ text, at: { x, y }, size, turn }: Text): Segment => {
  const reach = turn ? 0 : text.length * size * LETTER;
  return [at(x - reach, y - size / 2), at(x + reach, y - size / 2)];
};

/**
 * Sets a note on parts of a drawing: on each at the uppermost place on which nothing is drawn.
 * @returns for the part of a sheet the texts in the frame of the drawing; none where there is no room
 */
export const noteSetter = (drawing: Drawing, note: string, isRightToLeft: boolean) => {
  const segments = [
    ...drawing.lines.flatMap((line): Segment[] => {
      const points = pointsOf(line);
      const ends = line.isClosed ? [...points, ...points.slice(0, 1)] : points;
      return ends.slice(1).map((to, i) => [ends[i] ?? to, to]);
    }),
    ...drawing.texts.map(throughText),
  ];
  return (part: Box, overlap: number): Text[] => {
    if (!note) return [];
    const inner = {
      x: part.x,
      y: part.y,
      width: part.width - overlap,
      height: part.height - overlap,
    };
    const near = segments.filter((segment) => touches(segment, inner));
    const step = Math.max(STEP, inner.height / STEPS_DOWN);
    for (const share of [1, 0.6, 0.35]) {
      const width = Math.min(inner.width, WIDEST) * share - 2 * ROOM;
      const lines = wrapText(note, width / (SIZE * LETTER));
      const height = lines.length * SIZE * LEADING;
      for (let y = inner.y + overlap + BELOW_NAME; y + height < inner.y + inner.height; y += step) {
        for (let x = inner.x + ROOM; x + width < inner.x + inner.width; x += step) {
          const box = {
            x: x - ROOM,
            y: y - ROOM,
            width: width + 2 * ROOM,
            height: height + 2 * ROOM,
          };
          if (near.some((segment) => touches(segment, box))) continue;
          return lines.map((text, i) => ({
            layer: "page",
            text,
            at: at(isRightToLeft ? x + width : x, y + SIZE + i * SIZE * LEADING),
            anchor: isRightToLeft ? "right" : "left",
            size: SIZE,
          }));
        }
      }
    }
    return [];
  };
};
