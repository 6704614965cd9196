import { describe, expect, it } from "vitest";
import type { FieldKey, Values } from "../../../src/domain/measurements/fields.ts";
import type { Measures, OptionValues } from "../../../src/drafting/block.ts";
import { BODICE_EASE, draftBodice } from "../../../src/drafting/bodice.ts";
import { tableBust } from "../../../src/drafting/bust-dart.ts";
import {
  frontEdge,
  frontEdgeLength,
  positionOfPlace,
  positionToward,
} from "../../../src/drafting/dart-moves.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { draftedFront, moveDartTo } from "../../../src/drafting/front-piece.ts";
import { angleOf, distance, type Point, pointOn, rotate } from "../../../src/drafting/geometry.ts";
import type { Pattern, Piece } from "../../../src/drafting/pattern.ts";
import { draftSkirt, EXAMPLE_SKIRT } from "../../../src/drafting/skirt.ts";
import { openTryDart, type TryDart } from "../../../src/drafting/try-dart.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { BODIES } from "./bodies.ts";
import { around, draftsOf, sewn } from "./drafted.ts";

it("a bodice fits the same body as the skirt: the side seams of both meet within 3 mm", () => {
  const n = draftBodice(EXAMPLE_BODY as Measures).numbers;
  const skirt = draftSkirt(EXAMPLE_SKIRT).numbers;
  const lessEase = (BODICE_EASE.waist - 2) / 4;
  expect(Math.abs(n.backWaist - lessEase - skirt.backWaist)).toBeLessThan(0.3);
  expect(Math.abs(n.frontWaist - lessEase - skirt.frontWaist)).toBeLessThan(0.3);
});

/** The lessons' body, a small one and a large one. */
const bodies: Measures[] = [
  EXAMPLE_BODY as Measures,
  ...BODIES.filter((_, i) => i === 1 || i === 9).map(({ values }) => values),
];

describe.each(bodies)("a bodice for bust $bust_girth, waist $waist_girth", (body) => {
  const draft = draftBodice(body);
  const { points, numbers } = draft;
  const shut = (p: Point): Point => rotate(p, points.M, draft.dartAngle);

  it("closes the bust dart to one straight shoulder of the body's length", () => {
    const end = shut(points.Q);
    expect(distance(points.K, end)).toBeCloseTo(body.shoulder_length, 6);
    const parts = distance(points.K, points.N) + distance(points.N, end);
    expect(parts).toBeCloseTo(body.shoulder_length, 6);
  });

  it("fits the neck: half of the neck base girth to a millimetre, up to half a centimetre more", () => {
    expect(numbers.neckSeam).toBeGreaterThan(body.neck_base_girth / 2 - 0.1);
    expect(numbers.neckSeam).toBeLessThanOrEqual(body.neck_base_girth / 2 + 0.5);
  });

  it("is as wide across the front as the body, to half a centimetre, with the dart closed", () => {
    const shares = Array.from({ length: 21 }, (_, i) => i / 20);
    const edge = draft.frontArmscye.flatMap((curve) => shares.map((t) => pointOn(curve, t)));
    const across = numbers.halfWidth - Math.max(...edge.map((p) => shut(p).x));
    expect(Math.abs(across - body.across_front_width / 2)).toBeLessThan(0.5);
  });
});

const bodice = draftBodice(EXAMPLE_BODY as Measures);
const drafted = draftedFront(bodice).piece;

const centre = (piece: Piece): number => sewn(piece, "fold") || sewn(piece, "centre");

const { answer, pattern: block, patterns, reasons } = draftsOf("bodice-block");
const SOME = BODIES.filter((_, i) => i % 20 === 0);

const whole = frontEdgeLength(bodice);
const positions = Array.from({ length: 121 }, (_, i) => (whole * i) / 120);

it.each([0.3, 1])("a moved bust dart leaves a front that can be sewn: share %s", (share) => {
  for (const position of positions) {
    const { piece } = moveDartTo(bodice, position, share);
    const pattern: Pattern = { pieces: [piece], seams: [], numbers: {}, points: {} };
    expect(patternProblems(pattern), `at ${position}`).toEqual([]);
  }
});

it("a moved bust dart changes the sewn length of no seam", () => {
  for (const position of positions) {
    const { piece } = moveDartTo(bodice, position, 0.7);
    for (const name of ["shoulder", "armscye", "side", "waist", "neck"])
      expect(sewn(piece, name), `${name} at ${position}`).toBeCloseTo(sewn(drafted, name), 2);
    expect(centre(piece)).toBeCloseTo(centre(drafted), 2);
  }
});

it("a moved bust dart keeps the front on the fold, upright, unless the dart is in its centre", () => {
  for (const place of ["armscye", "side", "waist", "neck"] as const) {
    const { piece } = moveDartTo(bodice, positionOfPlace(bodice, place));
    const [fold] = piece.edges.find(({ name }) => name === "fold")?.curves ?? [];
    expect(fold && fold[0].x - fold[3].x).toBeCloseTo(0, 6);
    expect(piece.cut).toEqual({ count: 1, onFold: true });
  }
  const { piece } = moveDartTo(bodice, positionOfPlace(bodice, "centre"));
  expect(piece.cut).toEqual({ count: 2, onFold: false });
});

it("a moved bust dart opens in the direction of the point to which it is dragged", () => {
  const { M } = bodice.points;
  for (const angle of [-2.5, -1.9, -0.7, 0.4, 1.2, 2.1, 3]) {
    const toward = { x: M.x + Math.cos(angle) * 9, y: M.y + Math.sin(angle) * 9 };
    const [part = 0, t = 0] = moveDartTo(bodice, positionToward(bodice, toward)).place ?? [];
    const curve = frontEdge(bodice)[part];
    const still = curve && pointOn(curve, t);
    expect(still && Math.cos(angleOf(M, still) - angle)).toBeGreaterThan(0.98);
  }
});

it("a moved bust dart takes any number for a position and a share", () => {
  for (const odd of [-5, 1e9, Number.NaN, Number.POSITIVE_INFINITY])
    expect(JSON.stringify(moveDartTo(bodice, odd, odd).piece.edges)).not.toContain("null");
});

it("the bodice block has a waist as wide as body and ease, to a tenth of a millimetre", () => {
  for (const waistEase of [0, 5, 12])
    for (const { name, values, pattern } of patterns(SOME, { waistEase })) {
      const wanted = values.waist_girth + waistEase;
      expect(Math.abs(around(pattern, "waist") - wanted), name).toBeLessThan(0.01);
    }
});

it("the bodice block splits waist darts that are too wide to press, and leaves out those that are too narrow", () => {
  const darts = (waist_girth: number): number[] =>
    block({}, { waist_girth }).pieces.map((piece) => piece.darts.length);
  expect(darts(70)).toEqual([1, 2]);
  expect(darts(60)).toEqual([2, 3]);
  expect(darts(90)).toEqual([0, 2]);
  expect(darts(100)).toEqual([0, 1]);
});

it("the bodice block goes on to the hips without a waist seam, as wide there as body and ease", () => {
  for (const dartPlace of ["shoulder", "side", "centre"]) {
    const options = { bodiceLength: "to-hip", hipEase: 6, dartPlace };
    for (const { name, values, pattern } of patterns(SOME, options)) {
      expect(patternProblems(pattern), name).toEqual([]);
      expect(around(pattern, "hem"), name).toBeCloseTo(values.hip_girth + 6, 6);
      expect(pattern.girths?.waist).toBeCloseTo(values.waist_girth + 4, 6);
    }
  }
});

it("the bodice block needs the hip for a bodice to the hips alone, and takes no dart into its waist there", () => {
  const toHip = { bodiceLength: "to-hip" };
  expect(answer({}, { hip_girth: null }).pattern).not.toBeNull();
  const missing = { kind: "missing", field: "hip_girth" };
  expect(answer(toHip, { hip_girth: null }).problems).toContainEqual(missing);
  expect(reasons({ ...toHip, dartPlace: "waist" })).toEqual(["bodice-hip-dart"]);
  expect(reasons(toHip, { hip_girth: 140 })).toEqual(["bodice-hip"]);
});

it.each([
  ["a waist far below the bust", { bust_girth: 130, waist_girth: 50 }, "bodice-waist-small"],
  ["a waist far above the bust", { waist_girth: 115 }, "bodice-waist-large"],
  ["a wide back", { across_back_width: 44, across_front_width: 42 }, "bodice-armscye-narrow"],
  ["a bust point below the waist", { side_neck_to_bust_point: 45 }, "bodice-bust-point"],
  ["an armscye down to the waist", { scye_depth: 35 }, "bodice-armscye-depth"],
])("the bodice block says why it drafts nothing for %s", (_what, values, reason) => {
  expect(reasons({}, values)).toEqual([reason]);
  expect(answer({}, values).pattern).toBeNull();
});

/** One frame of size 38: bust and front grow with the cup, the rest stays. */
const withBust = (bust: number): Values => ({
  ...EXAMPLE_BODY,
  ...{ upper_chest_girth: 81, waist_girth: 72, neck_base_girth: 36.5, back_neck_to_waist: 41.5 },
  ...{ scye_depth: 20.5, across_back_width: 34.5, across_front_width: 32.5, shoulder_length: 12.2 },
  ...{ bust_girth: bust, bust_point_distance: 17 + (bust - 82) * 0.12 },
  side_neck_to_bust_point: 25.5 + (bust - 82) * 0.3,
  side_neck_to_waist_front: 43 + (bust - 82) * 0.37,
});

const cups = Array.from({ length: 27 }, (_, i) => withBust(82 + i)).map((values) => {
  const { numbers, steps } = block({}, values);
  const sleeve = draftsOf("sleeve-block").pattern({}, values).numbers;
  return { ...numbers, ...steps, ...sleeve } as Readonly<Record<string, number>>;
});
const column = (name: string): number[] => cups.map((numbers) => numbers[name] ?? 0);

it("one frame has a bust dart whose angle grows with every centimetre of bust", () => {
  const angles = column("dartAngle");
  angles.slice(1).forEach((angle, i) => void expect(angle).toBeGreaterThan(angles[i] ?? 90));
  expect(angles[0]).toBeLessThan(12);
  expect(angles.at(-1)).toBeGreaterThan(38);
});

it("one frame keeps an armscye of its arm in all cups: back and front together, under a cap of the usual height", () => {
  const [back, front] = [column("backArmscye"), column("frontArmscye")];
  back.forEach((length, i) => void expect(Math.abs(length - (front[i] ?? 0))).toBeLessThan(1.5));
  expect(Math.max(...column("armscye")) - Math.min(...column("armscye"))).toBeLessThan(4.5);
  for (const height of column("capHeight")) {
    expect(height / 33).toBeGreaterThan(0.35);
    expect(height / 33).toBeLessThan(0.48);
  }
});

const notesOf = (values: Values, options: OptionValues = {}) =>
  answer(options, values).problems.flatMap((problem) => (problem.kind === "note" ? [problem] : []));

it("a bodice takes the high bust of the size table for the widths where none is measured, and says so", () => {
  const values = { ...EXAMPLE_BODY, upper_chest_girth: null };
  const [said] = notesOf(values);
  expect(said).toMatchObject({ reason: "bodice-high-bust", fields: ["upper_chest_girth"] });
  expect(said?.values.high).toBeCloseTo(tableBust(35 + 33) - 5, 6);
  const width = (body: Values) => block({}, body).numbers.dartWidth ?? 0;
  expect(Math.abs(width(values) - width(EXAMPLE_BODY))).toBeLessThan(0.3);
  expect(notesOf(EXAMPLE_BODY)).toEqual([]);
});

it("a bodice says of a bust dart above 25° that it is sewn as two, until half of it has moved", () => {
  const isSaid = (options: OptionValues): boolean =>
    notesOf(withBust(100), options).some(({ reason }) => reason === "bodice-dart-two");
  expect(isSaid({})).toBe(true);
  expect(isSaid({ dartPlace: "side", dartShare: 50 })).toBe(false);
  expect(isSaid({ dartPlace: "side", dartShare: 100 })).toBe(true);
});

it.each<[string, FieldKey, number]>([
  ["a high bust of another body", "upper_chest_girth", 105],
  ["a front that no dart brings to the height of the back", "side_neck_to_waist_front", 49],
  ["a front that is shorter than the back", "side_neck_to_waist_front", 38],
  ["an arm that does not belong to the armscye", "upper_arm_girth", 38],
  ["a front arc beyond the bust girth", "bust_front_arc", 70],
])("a bodice is drafted, with a question, for %s", (_what, field, value) => {
  const { pattern, problems } = answer({}, { [field]: value });
  expect(pattern).not.toBeNull();
  expect(problems).toContainEqual(expect.objectContaining({ kind: "unusual", field }));
});

it("the front stays within its box, wherever its parts turn", () => {
  const tried = openTryDart(EXAMPLE_BODY) as TryDart;
  const { left, top, width, height } = tried.box;
  for (let position = 0; position <= tried.length; position += 1)
    for (const [{ x, y }] of tried.move(position, 1).outline) {
      expect([x > left, x < left + width], `${x} at ${position}`).toEqual([true, true]);
      expect([y > top, y < top + height], `${y} at ${position}`).toEqual([true, true]);
    }
});

it("measures from which no bodice can be drafted give nothing to try", () => {
  expect(openTryDart({ bust_girth: 90 })).toBeNull();
  expect(openTryDart({ ...EXAMPLE_BODY, bust_girth: -4 })).toBeNull();
});
