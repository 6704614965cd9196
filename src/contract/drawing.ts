import * as v from "valibot";
import { DRAWING_WIDTH } from "../lib/drawing-width.ts";
import { boundedList, type DeepReadonly } from "./wire.ts";

/*
 * The school puts a drawing with as much as all of these allow on a photo of 12 megapixels in 2 seconds of a
 * processor's time: the worst are lines to and fro that cross the whole picture.
 */

/** The most shapes on a page, and the most points of all pen strokes of a file. */
export const MAX_SHAPES = 300;
export const MAX_POINTS = 8_000;
/** The longest that all pen strokes of a file may be together: 300 times across the picture. */
export const MAX_INK = 3_000_000;
/** The longest text of a shape, and of all shapes of a file together. */
export const MAX_SHAPE_TEXT = 500;
export const MAX_TEXT = 2700;
/** Each text is set by itself, which takes as long as so many signs. */
const SETTING = 24;
/** A measured line has a length beside it, and a pin a number, which are texts of about so many signs. */
const MEASURE_TEXT = 8;
/** The most pages with shapes of a file. */
export const MAX_DRAWN_PAGES = 50;

/*
 * Valibot is one file in the app's first script: each of its functions that nothing else uses would be a
 * part of every sign-in. So this has ranges and kinds of its own.
 */
const within = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.check((value) => value >= min && value <= max, `Between ${min} and ${max}.`),
  );
const whole = (min: number, max: number) => v.pipe(within(min, max), v.integer());

/** A position. Shapes may leave the picture a little; a picture may be far higher than wide. */
const unit = whole(-DRAWING_WIDTH, 200_000);

const point = v.object({ x: unit, y: unit });

/** The colours that a tutor draws in; the app says which colours these are. */
const INKS = ["red", "blue", "green", "black"] as const;
const ink = v.picklist(INKS);

/** A free line. `points` holds x and y in turn. */
const pen = v.object({
  kind: v.picklist(["pen"]),
  ink,
  points: v.pipe(
    boundedList(unit, 2 * MAX_POINTS),
    v.check(({ length }) => length >= 2 && length % 2 === 0, "A point needs x and y."),
  ),
});

const straight = v.object({ kind: v.picklist(["line", "arrow"]), ink, from: point, to: point });

/** `at` is the corner where reading begins: the upper left one, or the upper right one of Hebrew. */
const words = v.object({
  kind: v.picklist(["text"]),
  ink,
  at: point,
  text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_SHAPE_TEXT)),
});

/**
 * A measured line. With `mm`, it is a line of that known length, and gives the page its scale; the
 * last such line of a page counts. Without, its length follows from that scale.
 */
const measure = v.object({
  kind: v.picklist(["measure"]),
  ink,
  from: point,
  to: point,
  mm: v.nullable(within(1, 10_000)),
});

/**
 * A comment about a point of the picture: its number is drawn there, and its words stand in the answer. `high`
 * is the height of the page as it is turned, so that the point has its place on a picture of any size. The
 * school numbers the pins of a file anew, from 1 on.
 */
const pin = v.pipe(
  v.object({
    kind: v.picklist(["pin"]),
    ink,
    at: point,
    high: whole(1, 200_000),
    number: whole(1, 100_000),
    text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_SHAPE_TEXT)),
  }),
  v.check(
    ({ at, high }) => at.x >= 0 && at.x <= DRAWING_WIDTH && at.y >= 0 && at.y <= high,
    "A pin is on the picture.",
  ),
);

const KINDS = { pen, line: straight, arrow: straight, text: words, measure, pin };

type AnyShape = (typeof KINDS)[keyof typeof KINDS];

const schemaOf = (value: unknown): AnyShape => {
  const kind = (value as { kind?: unknown } | null)?.kind;
  // What has no known kind is refused as a pen, for its kind.
  return typeof kind === "string" && Object.hasOwn(KINDS, kind)
    ? KINDS[kind as keyof typeof KINDS]
    : pen;
};

const shape = {
  ...v.unknown(),
  "~run": (dataset, config) => schemaOf(dataset.value)["~run"](dataset, config as never),
} as v.GenericSchema<v.InferInput<AnyShape>, v.InferOutput<AnyShape>>;

/** What is drawn on one page of a file. A photo has one page, with the number 1. */
const drawnPage = v.object({
  page: whole(1, 1000),
  /** How far the page is turned clockwise, in degrees. Shapes are placed on the page as it is turned. */
  turn: v.picklist([0, 90, 180, 270]),
  shapes: boundedList(shape, MAX_SHAPES),
  /** In what lengths are told; absent: centimetres. */
  unit: v.optional(v.picklist(["cm", "inch"])),
});

/** The length of a pen stroke. */
const inkOf = (points: readonly number[]): number => {
  let length = 0;
  for (let at = 2; at + 1 < points.length; at += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = points.slice(at - 2, at + 2);
    length += Math.hypot(nextX - x, nextY - y);
  }
  return length;
};

/** How much a drawing holds of what is limited for a file. */
export const amountsOf = (shapes: readonly Shape[]) => {
  const amounts = { points: 0, ink: 0, text: 0 };
  for (const each of shapes) {
    if ("text" in each) amounts.text += each.text.length + SETTING;
    if (each.kind === "measure") amounts.text += MEASURE_TEXT + SETTING;
    if (each.kind !== "pen") continue;
    amounts.points += each.points.length / 2;
    amounts.ink += inkOf(each.points);
  }
  return amounts;
};

const isWithin = (pages: readonly { readonly shapes: readonly Shape[] }[]): boolean => {
  const { points, ink, text } = amountsOf(pages.flatMap(({ shapes }) => shapes));
  return points <= MAX_POINTS && ink <= MAX_INK && text <= MAX_TEXT;
};

/** The position of the file in the hand-in; the first one is 0. */
const file = whole(0, 100);

/** What a tutor has drawn on a file of a hand-in, as the school gives it back. The limits may have been others. */
export const keptDrawing = v.object({ file, pages: boundedList(drawnPage, MAX_DRAWN_PAGES) });

/** What a tutor has drawn on a file of a hand-in. */
export const drawing = v.object({
  file,
  pages: v.pipe(
    boundedList(drawnPage, MAX_DRAWN_PAGES),
    v.check((pages) => isWithin(pages), "The drawing is too long."),
    v.check(
      (pages) => new Set(pages.map(({ page }) => page)).size === pages.length,
      "A page is there twice.",
    ),
  ),
});

export type Ink = (typeof INKS)[number];
export type Point = DeepReadonly<v.InferOutput<typeof point>>;
export type Shape = DeepReadonly<v.InferOutput<typeof shape>>;
export type DrawnPage = DeepReadonly<v.InferOutput<typeof drawnPage>>;
export type Drawing = DeepReadonly<v.InferOutput<typeof drawing>>;
