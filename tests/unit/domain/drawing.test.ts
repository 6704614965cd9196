import { expect, test } from "vitest";
import { MAX_POINTS, type Point, type Shape } from "../../../src/contract/drawing.ts";
import { contrastOf } from "../../../src/domain/accent.ts";
import {
  drawingSvg,
  INK_COLOURS,
  type Mark,
  marksOf,
  penPaths,
} from "../../../src/domain/drawing.ts";
import { captionAt, directionOf, textWidth } from "../../../src/domain/drawing-text.ts";
import {
  lengthFormat,
  parseLength,
  scaleOf,
  unitOfPlace,
} from "../../../src/domain/drawn-length.ts";
import fc from "../../support/fast-check.ts";

const unit = fc.integer({ min: -10_000, max: 200_000 });
const point = fc.record({ x: unit, y: unit });
const ink = fc.constantFrom("red", "blue", "green", "black");
const anyText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60, unit: "binary" }),
  fc.constantFrom(
    `</text><script>alert("1")</script>`,
    `" onload='x' &amp; ]]>`,
    "\ud800 \u0000 \uffff",
    "שלום <b>",
  ),
);
/** Often the same as its neighbour. */
const near = fc.oneof(unit, fc.constant(5));
const points = fc.array(fc.tuple(near, near), { minLength: 1, maxLength: 250 });
const mm = fc.option(fc.double({ min: 1, max: 10_000, noNaN: true }));
const of = <Kind extends string, Rest>(kind: Kind, rest: Rest) => ({
  ...{ kind: fc.constant(kind), ink },
  ...rest,
});
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record(of("pen", { points: points.map((all) => all.flat()) })),
  fc.record(of("line", { from: point, to: point })),
  fc.record(of("arrow", { from: point, to: point })),
  fc.record(of("measure", { from: point, to: point, mm })),
  fc.record(of("text", { at: point, text: anyText })),
  fc.record({
    ...of("pin", { at: point, high: fc.constant(7500), text: anyText }),
    number: fc.integer({ min: 1, max: 100_000 }),
  }),
) as fc.Arbitrary<Shape>;

test("the SVG of a drawing has numbers wherever numbers belong, and no text that is not escaped", () => {
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 8 }), (shapes) => {
      const svg = drawingSvg(marksOf({ shapes }, lengthFormat("en")), { width: 400, height: 300 });
      expect(svg).not.toMatch(/NaN|Infinity|undefined|e[+-]\d/);
      const found = (all: RegExp) => [...svg.matchAll(all)].map(([, part = ""]) => part);
      expect(found(/ d="([^"]*)"/g).join("")).toMatch(/^(?:[MLQZ](?:-?\d+ -?\d+ ?)*)*$/);
      expect(found(/<\/?(\w+)/g).join()).toMatch(/^((svg|g|path|text)(,|$))*$/);
      const texts = found(/<text[^>]*>([^<]*)<\/text>/g).join("");
      expect(texts).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML may not have them.
      expect(texts).not.toMatch(/[\u0000-\u001f\ufffe\uffff]|\p{Cs}/u);
    }),
  );
});

test("the SVG of a drawing has the height of the page in units, whatever its pixels are", () => {
  expect(drawingSvg([], { width: 400, height: 300 })).toContain('viewBox="0 0 10000 7500"');
  expect(drawingSvg([], { width: 4000, height: 3000 })).toContain('viewBox="0 0 10000 7500"');
});

test("each ink is readable on its white edge", () => {
  for (const colour of Object.values(INK_COLOURS)) {
    expect(contrastOf(colour, "#ffffff")).toBeGreaterThan(4.5);
  }
});

test("a pen stroke is one area for each hundred points, from its first to its last, without a gap", () => {
  const spiral = Array.from({ length: 450 }, (_, index) => ({
    x: Math.round(5000 + index * 8 * Math.cos(index / 20)),
    y: Math.round(5000 + index * 8 * Math.sin(index / 20)),
  }));
  const areas = penPaths(spiral.flatMap(({ x, y }) => [x, y])).map((path) =>
    [...path.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
  );
  expect(areas).toHaveLength(5);
  const apart = (some: typeof spiral, others: typeof spiral) =>
    some
      .flatMap((a) => others.map((b) => Math.hypot(a.x - b.x, a.y - b.y)))
      .reduce((least, each) => Math.min(least, each));
  for (const [index, area] of areas.slice(1).entries())
    expect(apart(area, areas[index] ?? [])).toBeLessThan(10);
  expect(apart(areas[0] ?? [], spiral.slice(0, 1))).toBeLessThan(30);
  expect(apart(areas.at(-1) ?? [], spiral.slice(-1))).toBeLessThan(30);
});

const measured = (from: Point, to: Point, mm: number | null): Shape => ({
  ...{ kind: "measure", ink: "red", from, to, mm },
});
const measure = (x: number, mm: number | null) => measured({ x: 0, y: 100 }, { x, y: 100 }, mm);
const lengths = (shapes: readonly Shape[], language = "en", unit?: "cm" | "inch") =>
  marksOf({ shapes }, lengthFormat(language, unit)).map(({ caption }) => caption?.lines[0]);

test("a measured line has a length once a line of known length gives the page its scale", () => {
  expect(lengths([measure(2000, null)])).toEqual([undefined]);
  expect(lengths([measure(2000, null), measure(1000, 100)])).toEqual(["20 cm", "10 cm"]);
});

test("a measured line follows the last line of known length that is not a dot", () => {
  const shapes = [measure(1000, 100), measure(1000, 50), measure(0, 70), measure(3000, null)];
  expect(scaleOf(shapes)).toBe(0.05);
  expect(lengths(shapes).at(-1)).toBe("15 cm");
});

test.each([
  ["de", undefined, "12,5 cm"],
  ["ru", undefined, "12,5 см"],
  ["he", undefined, "12.5 ס״מ"],
  ["en", "inch", "4.92 in"],
] as const)("a measured line tells its length as usual in %s, %s", (language, unit, expected) => {
  const [text = ""] = lengths([measure(1000, 125)], language, unit);
  expect(text.replace(/\p{Cf}/gu, "").replaceAll("\u00a0", " ")).toBe(expected);
});

test("a measured line has its length beside it, not on it", () => {
  const labelOf = (x: number, y: number) => {
    const shapes = [measured({ x: 5000, y: 5000 }, { x, y }, 100)];
    return marksOf({ shapes }, lengthFormat("en"))[0]?.caption;
  };
  expect(labelOf(8000, 5000)?.y).toBeLessThan(4950);
  expect(labelOf(2000, 5000)?.y).toBeLessThan(4950);
  const half = textWidth("10 cm") / 2;
  expect(labelOf(5000, 8000)?.x).toBeGreaterThan(5000 + half);
  expect(labelOf(5000, 2000)?.x).toBeGreaterThan(5000 + half);
});

test("a text on a drawing runs in the direction of its first letter", () => {
  const texts = ["12.5 ס״מ (cm)", "12.5 cm (ס״מ)", "Ραφή", "12.5"];
  expect(texts.map(directionOf)).toEqual(["rtl", "ltr", "ltr", "ltr"]);
});

test("a text on a drawing stays on the page, whatever its length, its direction and the place of its corner", () => {
  const words = fc.oneof(anyText, fc.constantFrom("a".repeat(500), "ת ".repeat(250)));
  fc.assert(
    fc.property(point, words, (at, text) => {
      const { x, lines, direction } = captionAt(at, text);
      const width = Math.max(...lines.map(textWidth));
      const [left, right] = direction === "ltr" ? [x, x + width] : [x - width, x];
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(10_000);
    }),
  );
});

test("a text on a drawing breaks between words, and where its writer has begun a new line", () => {
  expect(captionAt({ x: 0, y: 0 }, "one two\nthree").lines).toEqual(["one two", "three"]);
  const { lines } = captionAt({ x: 7000, y: 0 }, "This seam is not straight enough yet");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join(" ")).toBe("This seam is not straight enough yet");
});

const pen = (length: number, unitAt: (at: number) => number, ink: "red" | "blue" = "red") => ({
  ...{ kind: "pen" as const, ink },
  points: Array.from({ length }, (_, at) => unitAt(at)),
});

/** A line that runs to and fro in a square. */
const scribble = (points: number, side: number, seed = 0) =>
  pen(2 * points, (at) => ((at + seed) * 7919 * (at % 13)) % side, seed % 2 ? "blue" : "red");

/** The length of what is painted: curves and round ends of areas make it long. */
const sizeOf = (marks: readonly Mark[]): number =>
  marks.reduce((sum, { paths, lines = [] }) => sum + [...paths, ...lines].join("").length, 0);

/** Lines from one end of a page to the other. */
const across = pen(800, (at) => (at * 7919) % (at % 2 ? 7500 : 10_000));

/** So that a drawing has many points. */
const far = pen(4000, (at) => 100_000 + (at % 4));

test.each([
  ["one scribble of twenty thousand points", [scribble(19_999, 500)]],
  ["five hundred scribbles", Array.from({ length: 500 }, (_, seed) => scribble(40, 300, seed))],
])("%s in a corner are painted as few lines, the highest as a whole", (_, shapes) => {
  const marks = marksOf({ shapes }, String);
  expect(sizeOf(marks)).toBeLessThan(20_000);
  const alone = marksOf({ shapes: [...shapes.slice(-1), far] }, String);
  expect(marks.at(-1)).toEqual(alone[0]);
  expect(marks.map(({ ink }) => ink)).toEqual(shapes.map(({ ink }) => ink));
});

test.each([
  ["points", scribble(MAX_POINTS, 5000)],
  ["ink", across],
])("a drawing with many %s is painted as lines, whose number is that of its points", (_, shape) => {
  const marks = marksOf({ shapes: [shape] }, String);
  expect(marks.map(({ paths }) => paths)).toEqual([[]]);
  expect(sizeOf(marks)).toBeLessThan(shape.points.length * 6.5);
});

test.each([
  ["12,5", "cm", 125],
  [" 12.5 ", "cm", 125],
  ["10", "inch", 254],
  ["12.5.1", "cm", null],
  ["0", "cm", null],
  ["1001", "cm", null],
  ["1e3", "cm", null],
] as const)("a length that is typed as %j in %s is read", (typed, unit, mm) => {
  expect(parseLength(typed, unit)).toBe(mm);
});

test.each([
  ["en-US", "inch"],
  ["en-GB", "cm"],
  ["de", "cm"],
  ["", "cm"],
])("lengths are offered as people measure where the browser is from: %j", (locale, unit) => {
  expect(unitOfPlace(locale)).toBe(unit);
});
