import { add, angleOf, at, distance, type Point, rotate, subtract } from "../geometry.ts";
import type { draftTrousers } from "../trousers.ts";
import type { Leg } from "../trousers-leg.ts";
import { withCaps } from "../truing.ts";
import { Drawing, type View } from "./drawing.ts";
import { type Figure, lettersOf, pointOf } from "./figure.ts";

type Drafted = ReturnType<typeof draftTrousers>;
type TrousersDraft = Extract<Drafted, { ok: true }>["value"];

/** The whole leg; a narrow one is enlarged, so that its texts have room. */
const wholeView = (draft: TrousersDraft): View => {
  const left = pointOf(draft, "J1").x;
  const right = Math.max(pointOf(draft, "H1").x, pointOf(draft, "M1").x);
  return {
    left: left - 2,
    top: -4,
    right: right + 2,
    bottom: pointOf(draft, "E").y,
    scale: 5.4 * Math.max(1, 38 / (right - left)),
    margin: 46,
  };
};

/** From the waist to a little below the crotch line. */
const topView = (draft: TrousersDraft): View => {
  const { scale, ...view } = wholeView(draft);
  return { ...view, top: -5, bottom: pointOf(draft, "J1").y + 3, scale: scale * 2.2, margin: 46 };
};

const levels = (draft: TrousersDraft, d: Drawing, names: string): Drawing => {
  const { left, right } = wholeView(draft);
  for (const letter of names) {
    const { y } = pointOf(draft, letter);
    d.line([at(left, y), at(right, y)], "g");
  }
  return d;
};

const outline = (d: Drawing, leg: Leg, kind: "l" | "n" | "g"): Drawing => {
  const { side, inseam, crotch, waist, hem } = leg;
  return d
    .curve(side, kind)
    .curve(inseam, kind)
    .curve(crotch, kind)
    .curve([waist], kind)
    .curve([hem], kind);
};

const top = (d: Drawing, { waist, side, crotch }: Leg, kind: "l" | "n" | "g"): Drawing =>
  d.curve([waist], kind).curve([side[0]], kind).curve(crotch, kind);

const measuresOnCrease: readonly (readonly [from: string, to: string])[] = [
  ["A", "B"],
  ["B", "C"],
  ["C", "D"],
  ["D", "E"],
];

/** The crease with its levels, and the widths of the front. */
const frame: Figure<TrousersDraft> = (draft, { length }) => {
  const p = (letter: string) => pointOf(draft, letter);
  const d = levels(draft, new Drawing(wholeView(draft)), "ABCDE");
  d.line([p("A"), p("E")], "n").line([p("J"), at(p("H").x, p("C").y)], "n");
  d.line([p("G"), p("H")], "n").line([at(p("F").x, 0), p("F")], "n");
  for (const [from, to] of measuresOnCrease)
    d.measure(p(from), p(to), length(distance(p(from), p(to))), -2.5, "e");
  d.points(draft.points, { A: "n", B: "ne", C: "ne", D: "ne", E: "s" });
  return d.points(draft.points, { F: "se", G: "nw", H: "ne", J: "sw" });
};

const frontTop: Figure<TrousersDraft> = (draft, { number }) => {
  const p = (letter: string) => pointOf(draft, letter);
  const { numbers, drafted } = draft;
  const d = levels(draft, new Drawing(topView(draft)), "AB");
  d.line([p("A"), at(0, topView(draft).bottom)], "g").line([at(p("F").x, 0), p("F")], "g");
  d.line([p("J"), p("F")], "g");
  top(d, drafted.front, "n").darts(drafted.front.darts, "n");
  d.measure(at(p("F").x, 0), p("K"), number(numbers.centreLean), -2.5, "n");
  d.measure(p("J"), p("F"), number(numbers.frontFork), 1.2, "s");
  for (const letter of lettersOf(draft, ["R"])) d.point(p(letter), letter, "ne");
  for (const letter of lettersOf(draft, ["R2"])) d.point(p(letter), letter, "e");
  return d.points(draft.points, { B: "se", F: "se", G: "w", H: "e", J: "w", K: "nw", L: "e" });
};

const frontLeg: Figure<TrousersDraft> = (draft, { length }) => {
  const p = (letter: string) => pointOf(draft, letter);
  const { front } = draft.drafted;
  const d = levels(draft, new Drawing(wholeView(draft)), "BCDE");
  d.line([p("A"), p("E")], "g");
  top(d, front, "l").darts(front.darts, "l");
  d.curve(front.side.slice(1), "n").curve(front.inseam, "n").curve([front.hem], "n");
  d.measure(p("N"), p("M"), length(draft.numbers.frontKnee), -2, "n");
  d.measure(p("Q"), p("P"), length(draft.numbers.frontHem), 2, "s");
  d.points(draft.points, { B: "ne", C: "ne", D: "se", E: "ne", H: "e", J: "w" });
  return d.points(draft.points, { M: "e", N: "w", P: "e", Q: "w" });
};

/** The upper back, drawn over the front. */
const backTop: Figure<TrousersDraft> = (draft, { number }) => {
  const p = (letter: string) => pointOf(draft, letter);
  const { numbers, drafted } = draft;
  const d = levels(draft, new Drawing(topView(draft)), "AB");
  top(d, drafted.front, "g");
  top(d, drafted.back, "n").darts(drafted.back.darts, "n");
  d.line([p("J1"), p("F1")], "g").line([p("G1"), p("F1")], "g");
  d.measure(p("F"), p("F1"), number(numbers.backShift, 2), -1.2, "n");
  d.measure(
    at(p("J1").x, p("J").y),
    p("J"),
    number(numbers.backFork + draft.steps.crotchFit, 2),
    1.6,
    "s",
  );
  for (const letter of lettersOf(draft, ["T", "U"])) d.point(p(letter), letter, "n");
  for (const letter of lettersOf(draft, ["T2", "U2"])) d.point(p(letter), letter, "s");
  return d.points(draft.points, { F1: "se", G1: "e", H1: "e", J1: "w", K1: "nw", L1: "ne" });
};

const backLeg: Figure<TrousersDraft> = (draft, { length }) => {
  const p = (letter: string) => pointOf(draft, letter);
  const { front, back } = draft.drafted;
  const d = outline(new Drawing(wholeView(draft)), front, "g");
  d.line([p("A"), p("E")], "g");
  top(d, back, "l").darts(back.darts, "l");
  d.curve(back.side.slice(1), "n").curve(back.inseam, "n").curve([back.hem], "n");
  d.measure(p("N1"), p("M1"), length(draft.numbers.backKnee), -2, "n");
  d.measure(p("Q1"), p("P1"), length(draft.numbers.backHem), 2, "s");
  d.points(draft.points, { H1: "e", J1: "w", K1: "nw", L1: "ne" });
  return d.points(draft.points, { M1: "e", N1: "w", P1: "e", Q1: "w" });
};

/** Both pieces as they are cut, the back on the left. */
const plan: Figure<TrousersDraft> = (draft, { length }) => {
  const view = wholeView(draft);
  const shift = view.right - pointOf(draft, "J").x + 6;
  const right = shift + Math.max(pointOf(draft, "H").x, pointOf(draft, "M").x) + 2;
  const d = new Drawing({ ...view, right });
  const beside = d.moved((q) => add(q, at(shift, 0)));
  for (const [on, leg] of [
    [d, draft.back],
    [beside, draft.front],
  ] as const) {
    const { crotch, side, inseam, trued } = leg;
    on.curve(withCaps(trued), "l").curve(side, "l").curve(inseam, "l").curve(crotch, "l");
    on.line([side[2][3], inseam[1][3]], "l").darts(trued.darts, "l");
    const { centreHip, sideHip, knee, kneeLevel, hemLevel } = leg.shape;
    on.line([centreHip, sideHip], "g").line([at(-knee, kneeLevel), at(knee, kneeLevel)], "g");
    on.arrow(at(0, sideHip.y + 9), at(0, hemLevel - 12), "d", true);
    on.measure(centreHip, sideHip, length(distance(centreHip, sideHip)), 2, "s");
  }
  return d;
};

/** Front and back laid together at the inseam: the crotch seam is one curve. */
const crotch: Figure<TrousersDraft> = (draft) => {
  const { front, back } = draft;
  const fork = front.shape.fork;
  const mirrored = (q: Point): Point => at(-q.x, q.y);
  const along = (leg: Leg): readonly [Point, Point] => [leg.inseam[0][0], leg.inseam[0][1]];
  const [from, to] = along(back).map(mirrored) as [Point, Point];
  const turn = angleOf(...along(front)) - angleOf(from, to);
  const onto = (q: Point): Point => add(fork, subtract(rotate(mirrored(q), from, turn), from));
  const all = [
    front.shape.centreHip,
    front.shape.centreWaist,
    ...[back.shape.centreHip, back.shape.centreWaist].map(onto),
  ];
  const xs = all.map(({ x }) => x);
  const bottom = fork.y + 10;
  const view: View = {
    left: Math.min(...xs) - 3,
    top: Math.min(...all.map(({ y }) => y)) - 2,
    right: Math.max(...xs) + 3,
    bottom,
    scale: 9,
    margin: 46,
  };
  const d = new Drawing(view);
  const there = d.moved(onto);
  d.curve(front.crotch, "n");
  there.curve(back.crotch, "n");
  d.line([fork, front.inseam[0][1]], "l");
  d.corner(fork, front.inseam[0][1], front.crotch[1][2]);
  there.corner(back.shape.fork, back.inseam[0][1], back.crotch[1][2]);
  d.point(front.shape.centreWaist, "K", "e").point(front.shape.centreHip, "G", "e");
  there.point(back.shape.centreWaist, "K1", "w").point(back.shape.centreHip, "G1", "w");
  return d.point(fork, "J", "n");
};

/** The figures of the steps of the trousers block, by name. */
export const trousersSteps = {
  plan,
  frame,
  "front-top": frontTop,
  "front-leg": frontLeg,
  "back-top": backTop,
  "back-leg": backLeg,
  crotch,
} satisfies Readonly<Record<string, Figure<TrousersDraft>>>;
