import { expect, it, test } from "vitest";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { angleOf } from "../../../src/drafting/geometry.ts";
import { type EdgeOf, isMouth, type Pattern, type Piece } from "../../../src/drafting/pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { draftsOf, sewn } from "./drafted.ts";

/** A place at which one line should run on into another, and by how many degrees it has a corner there. */
interface Joint {
  readonly place: string;
  readonly corner: number;
}

/** The corner of a piece at one end of an edge: the edge beside it, and the angle within the piece in degrees. */
interface Corner {
  readonly beside: string;
  readonly angle: number;
}

/** Edges that meet their own mirror image: on the fold, or sewn to the other half. */
const MIDDLES = new Set(["fold", "centre"]);
/** What is to have corners: the lap of a vent. */
const CORNERED = new Set(["vent", "vent-top"]);

const TURN = 2 * Math.PI;
const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** The corners where an edge begins and where it ends. */
const cornersOf = ({ edges }: Piece, index: number): readonly [Corner, Corner] => {
  const [before, after] = [edges.at(index - 1), edges[(index + 1) % edges.length]];
  const between = (one: typeof before, next: typeof before): number => {
    const [arriving, leaving] = [one?.curves.at(-1), next?.curves[0]];
    if (!arriving || !leaving) throw new Error("an edge without curves");
    const turn = angleOf(arriving[3], arriving[2]) - angleOf(leaving[0], leaving[1]);
    return degrees(((turn % TURN) + TURN) % TURN);
  };
  const edge = edges[index];
  return [
    { beside: before?.name ?? "", angle: between(before, edge) },
    { beside: after?.name ?? "", angle: between(edge, after) },
  ];
};

const jointOf = (across: string, one: Corner, other: Corner): Joint[] =>
  CORNERED.has(one.beside) || CORNERED.has(other.beside)
    ? []
    : [{ place: `${one.beside} over ${across}`, corner: Math.abs(one.angle + other.angle - 180) }];

/** Where lines cross the seam of two edges: both pieces together make 180°. A straight band is no such piece. */
const jointsOfSeams = ({ pieces, seams }: Pattern): Joint[] => {
  const cornersAt = ({ piece, edge }: EdgeOf): readonly [Corner, Corner] => {
    const found = pieces.find(({ name }) => name === piece);
    const index = found?.edges.findIndex(({ name }) => name === edge) ?? -1;
    if (!found || index < 0) throw new Error(`there is no edge ${edge} of ${piece}`);
    return cornersOf(found, index);
  };
  return seams.flatMap(({ name, one, other }) => {
    const [first, second] = [one[0], other[0]];
    if (!first || !second || one.length + other.length > 2) return [];
    const meetsItself = first.piece === second.piece && first.edge === second.edge;
    if (meetsItself || first.piece === "waistband") return [];
    const [begins, ends] = cornersAt(first);
    const [secondBegins, secondEnds] = cornersAt(second);
    return [...jointOf(name, begins, secondEnds), ...jointOf(name, ends, secondBegins)];
  });
};

/** Where lines cross the middle of the body. */
const jointsOfMiddles = (piece: Piece): Joint[] =>
  piece.edges.flatMap(({ name }, index) =>
    MIDDLES.has(name)
      ? cornersOf(piece, index).flatMap((corner) =>
          jointOf(`the ${name} of ${piece.name}`, corner, corner),
        )
      : [],
  );

/** Where the curves of an edge run into each other. The mouths of darts have corners, which are sewn shut. */
const jointsWithin = (piece: Piece): Joint[] =>
  piece.edges.flatMap(({ name, curves }) =>
    curves.slice(1).flatMap((curve, i) => {
      const before = curves[i] ?? curve;
      if (isMouth(piece, curve) || isMouth(piece, before)) return [];
      const turn = angleOf(curve[0], curve[1]) - angleOf(before[2], before[3]);
      const corner = Math.abs(degrees(Math.atan2(Math.sin(turn), Math.cos(turn))));
      return [{ place: `${name} of ${piece.name}`, corner }];
    }),
  );

/** All places of a pattern at which a line should have no corner. */
const jointsOf = (pattern: Pattern): readonly Joint[] => [
  ...jointsOfSeams(pattern),
  ...pattern.pieces.flatMap((piece) => [...jointsOfMiddles(piece), ...jointsWithin(piece)]),
];

/** Degrees: less is no corner that a hand could draw or cut. */
const SMOOTH = 0.5;

const bodies: { name: string; values: object }[] = [
  { name: "the example", values: EXAMPLE_BODY },
  { name: "an hourglass", values: { ...EXAMPLE_BODY, bust_girth: 96, waist_girth: 60 } },
  ...sweepOf(BODIES.filter((_, i) => i % 20 === 0)),
];

/** Every block and garment in all of its shapes, at the ends of the options that change its joints. */
const SHAPES: readonly (readonly [shape: string, block: string, options: OptionValues])[] = [
  ["a straight skirt", "skirt-block", {}],
  ["an A-line skirt", "skirt-block", { style: "a-line" }],
  ["six straight panels", "skirt-block", { style: "panelled", flare: 0 }],
  ["six panels", "skirt-block", { style: "panelled", flare: 4 }],
  ["six wide panels", "skirt-block", { style: "panelled", flare: 12 }],
  ["half a circle", "skirt-block", { style: "circle", circle: "half" }],
  ["a circle", "skirt-block", { style: "circle", circle: "full" }],
  ["a bodice", "bodice-block", {}],
  ["a bodice with a dart in the back shoulder", "bodice-block", { backShoulder: "dart" }],
  ["a bodice to the hips", "bodice-block", { bodiceLength: "to-hip" }],
  ...["armscye", "side", "waist", "centre", "neck"].map(
    (dartPlace) => [`a dart in the ${dartPlace}`, "bodice-block", { dartPlace }] as const,
  ),
  ["a sleeve", "sleeve-block", {}],
  ["a sleeve narrow at the wrist", "sleeve-block", { bicepsEase: 8, wristEase: 1 }],
  ["a sleeve wide at the wrist", "sleeve-block", { wristEase: 20 }],
  ["a short sleeve", "sleeve-block", { lengthChange: -35 }],
  ["trousers", "trousers-block", {}],
  ["narrow trousers", "trousers-block", { kneeWider: 16, hemWider: -8 }],
  ["flared trousers", "trousers-block", { kneeWider: -8, hemWider: 20 }],
  ["a pencil skirt", "pencil-skirt", { taper: 5, lining: "lined" }],
  ["a pencil skirt with a band", "pencil-skirt", { waistFinish: "waistband" }],
];

it.each(SHAPES)("no line has a corner at a seam, a fold or within an edge: %s", (_shape, ...of) => {
  const [block, options] = of;
  const patterns = draftsOf(block).patterns(bodies, options);
  expect(patterns.length).toBeGreaterThan(bodies.length / 2);
  for (const { name, pattern } of patterns)
    for (const { place, corner } of jointsOf(pattern))
      expect(corner, `${name}: ${place}`).toBeLessThan(SMOOTH);
});

test("a back shoulder with a dart is as long as the front's, without ease, and fits its sleeve", () => {
  const options = { backShoulder: "dart" };
  for (const { name, pattern } of draftsOf("bodice-block").patterns(bodies, options)) {
    const { pieces, seams } = pattern;
    const [back, front] = pieces.map((piece) => sewn(piece, "shoulder"));
    expect((back ?? 0) - (front ?? 0), name).toBeCloseTo(0, 4);
    expect(seams.find((seam) => seam.name === "shoulder")?.eased).toBeCloseTo(0, 9);
  }
  const armscye = (block: string) => draftsOf(block).pattern(options).numbers.backArmscye;
  expect(armscye("sleeve-block")).toBe(armscye("bodice-block"));
  expect(armscye("bodice-block")).not.toBe(draftsOf("bodice-block").pattern().numbers.backArmscye);
});
