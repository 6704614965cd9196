import { at, type Cubic, distance, type Point, pointOn } from "../geometry.ts";

/** What a line or a text is for. Files have a layer of each. */
export const LAYERS = [
  "cut",
  "seam",
  "dart",
  "notch",
  "grain",
  "fold",
  "guide",
  "label",
  "page",
  "grid",
  "calibration",
] as const;

export type LayerName = (typeof LAYERS)[number];

/** Straight to a point, or a cubic curve: two handles and the end. */
type Step = Point | readonly [Point, Point, Point];

/** A line on paper, in centimetres. */
export interface Line {
  readonly layer: LayerName;
  readonly start: Point;
  readonly steps: readonly Step[];
  readonly isClosed?: boolean;
}

/** A line of text on paper. */
export interface Text {
  readonly layer: LayerName;
  readonly text: string;
  /** A point of its baseline. */
  readonly at: Point;
  /** Which part of the text lies there. */
  readonly anchor: "left" | "middle" | "right";
  /** The height of the font in centimetres. */
  readonly size: number;
  readonly isBold?: boolean;
  /** In degrees, clockwise. Absent: 0. */
  readonly turn?: number;
}

export interface Drawing {
  readonly lines: readonly Line[];
  readonly texts: readonly Text[];
}

/** A rectangle in centimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Quarter turns, clockwise, in degrees. */
export const TURNS = [0, 90, 180, 270] as const;
export type Turn = (typeof TURNS)[number];

export const isCurve = (step: Step): step is readonly [Point, Point, Point] => Array.isArray(step);

/** Whether the handles lie on the chord, as those of `straight` do. */
const isStraight = ([a, b, c, d]: Cubic): boolean => {
  const length = distance(a, d);
  const off = (p: Point): number =>
    Math.abs((d.x - a.x) * (p.y - a.y) - (d.y - a.y) * (p.x - a.x)) / (length || 1);
  return length < 1e-6 || (off(b) < 1e-6 && off(c) < 1e-6);
};

/** Curves end to end as one line. */
export const lineOf = (
  layer: LayerName,
  curves: readonly Cubic[],
  isClosed: boolean = false,
): Line => ({
  layer,
  start: curves[0]?.[0] ?? at(0, 0),
  steps: curves.map(
    (curve): Step => (isStraight(curve) ? curve[3] : [curve[1], curve[2], curve[3]]),
  ),
  isClosed,
});

export const polyline = (
  layer: LayerName,
  [start = at(0, 0), ...steps]: readonly Point[],
  isClosed: boolean = false,
): Line => ({ layer, start, steps, isClosed });

export const corners = ({ x, y, width, height }: Box): Point[] => [
  at(x, y),
  at(x + width, y),
  at(x + width, y + height),
  at(x, y + height),
];

export const rectangle = (layer: LayerName, box: Box): Line => polyline(layer, corners(box), true);

const CURVE_SAMPLES = 16;

/** The points of a line, its curves as short straight parts. */
export const pointsOf = ({ start, steps }: Line): Point[] => {
  const points = [start];
  for (const step of steps) {
    const from = points.at(-1) ?? start;
    if (!isCurve(step)) points.push(step);
    else {
      for (let i = 1; i <= CURVE_SAMPLES; i++) {
        points.push(pointOn([from, ...step], i / CURVE_SAMPLES));
      }
    }
  }
  return points;
};

export const boxOf = (points: readonly Point[]): Box => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
};

export const together = (drawings: readonly Drawing[]): Drawing => ({
  lines: drawings.flatMap(({ lines }) => lines),
  texts: drawings.flatMap(({ texts }) => texts),
});

/** Moves each point of a drawing. The texts keep their direction. */
export const mapDrawing = ({ lines, texts }: Drawing, move: (point: Point) => Point): Drawing => ({
  lines: lines.map((line) => ({
    ...line,
    start: move(line.start),
    steps: line.steps.map(
      (step): Step => (isCurve(step) ? [move(step[0]), move(step[1]), move(step[2])] : move(step)),
    ),
  })),
  texts: texts.map((text) => ({ ...text, at: move(text.at) })),
});

export const shiftDrawing = (drawing: Drawing, by: Point): Drawing =>
  mapDrawing(drawing, ({ x, y }) => at(x + by.x, y + by.y));

/** Turns a point round the origin. Without a sine, so that right angles stay exact. */
export const turnPoint = ({ x, y }: Point, turn: Turn): Point => {
  if (turn === 90) return at(-y, x);
  if (turn === 180) return at(-x, -y);
  return turn === 270 ? at(y, -x) : at(x, y);
};

const rounded = ({ x, y }: Point): string =>
  `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;

/** Lines as the data of a path to look at, in centimetres. */
export const pathData = (lines: readonly Line[]): string =>
  lines
    .map(({ start, steps, isClosed }) => {
      const parts = steps.map((step) =>
        isCurve(step) ? `C${step.map(rounded).join(" ")}` : `L${rounded(step)}`,
      );
      return `M${rounded(start)}${parts.join("")}${isClosed ? "Z" : ""}`;
    })
    .join("");

/** How the lines of a layer look. */
export interface LineStyle {
  /** In centimetres. */
  readonly width: number;
  /** Red, green, blue: 0 to 255. */
  readonly colour: readonly [number, number, number];
  /** Lengths of dash and gap, in centimetres. */
  readonly dash?: readonly number[];
}

export type Styles = Readonly<Record<LayerName, LineStyle>>;

const BLACK = [0, 0, 0] as const;
const GREY = [115, 115, 115] as const;

/** For paper: kinds of lines are told apart in black and white, too. */
export const PRINT_STYLES: Styles = {
  cut: { width: 0.036, colour: BLACK },
  seam: { width: 0.022, colour: BLACK, dash: [0.35, 0.2] },
  dart: { width: 0.025, colour: BLACK },
  notch: { width: 0.05, colour: BLACK },
  grain: { width: 0.025, colour: BLACK },
  fold: { width: 0.025, colour: BLACK },
  guide: { width: 0.014, colour: [102, 102, 102], dash: [0.2, 0.15] },
  label: { width: 0.014, colour: BLACK },
  page: { width: 0.014, colour: GREY },
  grid: { width: 0.014, colour: [190, 190, 190] },
  calibration: { width: 0.028, colour: BLACK },
};
