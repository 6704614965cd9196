import {
  add,
  angleOf,
  at,
  between,
  type Cubic,
  direction,
  mapCurve,
  type Point,
  quarterTurn,
  times,
} from "../geometry.ts";
import type { Dart } from "../truing.ts";

/** Finished line, guide line, new line of this step, line of a measure, tinted area. */
type LineClass = "l" | "g" | "n" | "d" | "w";

/** The position of a text relative to its point. */
type Compass = "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw" | "c";

/** The size of a figure that is printed on a sheet of A4. */
export const A4 = { widthMm: 210, heightMm: 297 };

/** The part of the plane that a drawing shows, in centimetres, and its scale. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Units of the picture per centimetre. */
  readonly scale: number;
  /** Margin around the view, in units of the picture. */
  readonly margin: number;
}

const STYLE = `svg{color:#1d2433;--chalk:#1f5f8b;--soft:#565e70}
.l{fill:none;stroke:currentColor;stroke-width:2}.g{fill:none;stroke:var(--soft);stroke-width:1;stroke-dasharray:5 4}.n{fill:none;stroke:var(--chalk);stroke-width:2.5}
.d{fill:none;stroke:var(--soft);stroke-width:1}.w{fill:var(--chalk);fill-opacity:.14;stroke:none}
text{font:14px system-ui,sans-serif;fill:currentColor}.m{fill:var(--soft);font-size:12px}.p{fill:currentColor}`;

const number = (value: number): string => String(Math.round(value * 10) / 10 + 0);

const SHIFT: Readonly<Record<Compass, readonly [dx: number, dy: number, anchor: string]>> = {
  n: [0, -8, "middle"],
  ne: [7, -6, "start"],
  e: [9, 5, "start"],
  se: [7, 15, "start"],
  s: [0, 18, "middle"],
  sw: [-7, 15, "end"],
  w: [-9, 5, "end"],
  nw: [-7, -6, "end"],
  c: [0, 4, "middle"],
};

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The approximate box of a text: characters count as 0.6 of the font size wide. */
const boxOf = (x: number, y: number, text: string, anchor: string, kind?: "m"): Box => {
  const size = kind ? 12 : 14;
  const width = text.length * size * 0.6;
  const left = x - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
  return { left, top: y - size * 0.75, right: left + width, bottom: y };
};

const overlap = (a: Box, b: Box): boolean =>
  a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;

/** How far a text gives way to another one, and how often at most. */
const STEP_ASIDE = 13;
const STEPS_ASIDE = 4;

/** A figure of a lesson: drawn in centimetres, written as SVG by the conventions of the authors' page. */
export class Drawing {
  readonly #view: View;
  readonly #parts: string[];
  readonly #texts: Box[];
  readonly #move: (p: Point) => Point;

  constructor(
    view: View,
    parts: string[] = [],
    texts: Box[] = [],
    move: (p: Point) => Point = (p) => p,
  ) {
    this.#view = view;
    this.#parts = parts;
    this.#texts = texts;
    this.#move = move;
  }

  /**
   * The same drawing for points that are moved first, such as those of a piece beside another one.
   * Texts, ticks and arrow heads keep their size and their side.
   */
  moved(move: (p: Point) => Point): Drawing {
    return new Drawing(this.#view, this.#parts, this.#texts, (p) => this.#move(move(p)));
  }

  #place(p: Point): Point {
    const { left, top, scale, margin } = this.#view;
    return at((p.x - left) * scale + margin, (p.y - top) * scale + margin);
  }

  #pair(p: Point): string {
    const placed = this.#place(p);
    return `${number(placed.x)} ${number(placed.y)}`;
  }

  /** A line through points that have been moved. */
  #join(points: readonly Point[], kind: LineClass): this {
    this.#parts.push(`<path class="${kind}" d="M${points.map((p) => this.#pair(p)).join("L")}"/>`);
    return this;
  }

  /** A text at a point that has been moved. Where another text stands, it gives way up or down. */
  #write(p: Point, text: string, where: Compass, kind?: "m"): this {
    const [dx, dy, anchor] = SHIFT[where];
    const { x, y } = this.#place(p);
    const aside = (step: number): number => step * STEP_ASIDE * (where.startsWith("n") ? -1 : 1);
    const boxAt = (step: number): Box => boxOf(x + dx, y + dy + aside(step), text, anchor, kind);
    let step = 0;
    while (step < STEPS_ASIDE && this.#texts.some((other) => overlap(other, boxAt(step)))) step++;
    this.#texts.push(boxAt(step));
    const attributes = [
      kind ? ` class="${kind}"` : "",
      ` x="${number(x + dx)}" y="${number(y + dy + aside(step))}"`,
      anchor === "start" ? "" : ` text-anchor="${anchor}"`,
    ];
    this.#parts.push(`<text${attributes.join("")}>${text}</text>`);
    return this;
  }

  /** Joins points by straight lines. */
  line(points: readonly Point[], kind: LineClass): this {
    return this.#join(points.map(this.#move), kind);
  }

  darts(darts: readonly Pick<Dart, "inner" | "point" | "outer">[], kind: LineClass): this {
    for (const { inner, point, outer } of darts) this.line([inner, point, outer], kind);
    return this;
  }

  /** Curves end to end, each starting where the one before it ends. */
  curve(curves: readonly Cubic[], kind: LineClass, close = false): this {
    const [first, ...rest] = curves.map((c) => mapCurve(c, this.#move));
    if (!first) return this;
    const bends = [first, ...rest].map(
      (c) => `C${this.#pair(c[1])} ${this.#pair(c[2])} ${this.#pair(c[3])}`,
    );
    const d = `M${this.#pair(first[0])}${bends.join("")}${close ? "Z" : ""}`;
    this.#parts.push(`<path class="${kind}" d="${d}"/>`);
    return this;
  }

  label(p: Point, text: string, where: Compass, kind?: "m"): this {
    return this.#write(this.#move(p), text, where, kind);
  }

  point(p: Point, letter: string, where: Compass): this {
    const { x, y } = this.#place(this.#move(p));
    this.#parts.push(`<circle class="p" cx="${number(x)}" cy="${number(y)}" r="3"/>`);
    return letter ? this.label(p, letter, where) : this;
  }

  /** Lettered points, each with the side on which its letter is written. */
  points<Letter extends string>(
    points: Readonly<Record<Letter, Point>>,
    sides: Readonly<Partial<Record<NoInfer<Letter>, Compass>>>,
  ): this {
    for (const [letter, where] of Object.entries(sides)) {
      this.point(points[letter as Letter], letter, where as Compass);
    }
    return this;
  }

  /**
   * A measure from a to b, drawn beside the line it measures.
   * @param text may be empty, for a measure that is labelled elsewhere
   * @param gap centimetres to the right of the way from a to b (on the sheet); negative: to the left
   */
  measure(a: Point, b: Point, text: string, gap: number, where: Compass): this {
    const [start, end] = [this.#move(a), this.#move(b)];
    const aside = times(quarterTurn(direction(start, end)), gap);
    const tick = times(quarterTurn(direction(start, end)), 4 / this.#view.scale);
    const from = add(start, aside);
    const to = add(end, aside);
    this.#join([add(from, times(tick, -1)), add(from, tick)], "d");
    this.#join([from, to], "d");
    this.#join([add(to, times(tick, -1)), add(to, tick)], "d");
    return text ? this.#write(between(from, to, 0.5), text, where, "m") : this;
  }

  /** A line with an arrow head at its end, or at both. */
  arrow(from: Point, to: Point, kind: "l" | "n" | "d", both = false): this {
    const [start, end] = [this.#move(from), this.#move(to)];
    this.#join([start, end], kind);
    const head = (tip: Point, tail: Point): void => {
      const length = 8 / this.#view.scale;
      const angle = angleOf(tip, tail);
      const wing = (turn: number): Point =>
        add(tip, at(length * Math.cos(angle + turn), length * Math.sin(angle + turn)));
      this.#join([wing(0.4), tip, wing(-0.4)], kind);
    };
    head(end, start);
    if (both) head(start, end);
    return this;
  }

  /** A notch: a short line across an edge, at a right angle to it. */
  notch(p: Point, along: Point, kind: "l" | "n" = "l"): this {
    const half = times(quarterTurn(along), 5 / this.#view.scale);
    const middle = this.#move(p);
    return this.#join([add(middle, times(half, -1)), add(middle, half)], kind);
  }

  /** The small square that marks a right angle. */
  corner(p: Point, toward: Point, other: Point): this {
    const side = 8 / this.#view.scale;
    const a = times(direction(p, toward), side);
    const b = times(direction(p, other), side);
    return this.line([add(p, a), add(add(p, a), b), add(p, b)], "d");
  }

  toString(size?: { readonly widthMm: number; readonly heightMm: number }): string {
    const { left, top, right, bottom, scale, margin } = this.#view;
    // A long text may go beyond the margin.
    const width = (right - left) * scale + 2 * margin;
    const height = (bottom - top) * scale + 2 * margin;
    const boxes = this.#texts;
    const x = Math.min(0, ...boxes.map((box) => Math.floor(box.left)));
    const y = Math.min(0, ...boxes.map((box) => Math.floor(box.top)));
    const toRight = Math.max(width, ...boxes.map((box) => Math.ceil(box.right)));
    const toBottom = Math.max(height, ...boxes.map((box) => Math.ceil(box.bottom)));
    const viewBox = [x, y, toRight - x, toBottom - y].map(number).join(" ");
    const paper = size ? ` width="${size.widthMm}mm" height="${size.heightMm}mm"` : "";
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"${paper} role="img">`,
      `<style>${STYLE}</style>`,
      ...this.#parts,
      "</svg>",
      "",
    ].join("\n");
  }
}
