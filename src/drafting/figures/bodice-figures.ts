import type { BodiceDraft } from "../bodice.ts";
import {
  add,
  angleOf,
  at,
  between,
  type Point,
  pointOn,
  rotate,
  subtract,
  times,
} from "../geometry.ts";
import { Drawing, type View } from "./drawing.ts";
import type { Figure } from "./figure.ts";

type Letter = keyof BodiceDraft["points"];
type BodiceFigure = Figure<BodiceDraft>;

/** The width of the block for which the scales of the views are chosen, in centimetres. */
const USUAL_WIDTH = 49;

/** Enlarges the drawing of a narrow bodice, so that its texts have the same room. */
const roomy = (scale: number, { numbers }: BodiceDraft): number =>
  scale * Math.max(1, USUAL_WIDTH / numbers.halfWidth);

const wholeView = (draft: BodiceDraft): View => {
  const { C, E, G, K, P } = draft.points;
  const top = Math.min(G.y, K.y, P.y) - 0.5;
  return { left: 0, top, right: E.x, bottom: C.y, scale: roomy(9.5, draft), margin: 40 };
};

const backView = (draft: BodiceDraft): View => {
  const { B, G, S } = draft.points;
  const [right, bottom] = [S.x + 1.5, B.y + 1.5];
  return { left: 0, top: G.y - 1, right, bottom, scale: roomy(14, draft), margin: 40 };
};

const frontView = (draft: BodiceDraft): View => {
  const { D, K, M, P, S } = draft.points;
  const [left, top] = [S.x - 1.5, Math.min(K.y, P.y) - 0.5];
  const bottom = Math.max(D.y + 4.5, M.y + 2.5);
  return { left, top, right: D.x, bottom, scale: roomy(13, draft), margin: 40 };
};

/** Draws straight lines between lettered points. */
const lines =
  ({ points }: BodiceDraft) =>
  (d: Drawing, letters: readonly Letter[], kind: "l" | "g" | "n"): Drawing =>
    d.line(
      letters.map((letter) => points[letter]),
      kind,
    );

const frame: BodiceFigure = (draft, { length }) => {
  const { points: q, numbers, measures } = draft;
  const line = lines(draft);
  const d = line(new Drawing({ ...wholeView(draft), top: -1 }), ["A", "C", "E"], "n");
  const top = at(q.E.x, 0);
  d.line([q.E, top], "n");
  line(d, ["B", "D"], "n").line([q.F, at(q.F.x, 0)], "n");
  d.corner(q.C, q.A, q.E)
    .corner(q.E, q.C, q.D)
    .corner(q.B, q.A, q.D)
    .corner(q.F, at(q.F.x, 0), q.D);
  d.measure(q.A, q.B, length(numbers.chestDepth), -2, "e");
  d.measure(q.A, q.C, length(measures.back_neck_to_waist), -(q.F.x + 4), "e");
  d.measure(q.B, q.F, length(numbers.halfBack), 1.5, "s");
  d.measure(q.C, q.E, length(numbers.halfWidth), 1.5, "s");
  return d.points(q, { A: "nw", B: "w", C: "sw", D: "e", E: "se", F: "se" });
};

/** Chest line, centre back and the line of the back width, on which the back is drawn. */
const backGround = (draft: BodiceDraft): Drawing => {
  const { points: q } = draft;
  const line = lines(draft);
  const d = line(new Drawing(backView(draft)), ["A", "B"], "l");
  d.line([q.B, at(q.S.x, q.B.y)], "l").line([q.F, at(q.F.x, -1)], "g");
  return d.label(q.B, "B", "w");
};

const backNeck: BodiceFigure = (draft, { length, number }) => {
  const { points: q, numbers } = draft;
  const line = lines(draft);
  const d = backGround(draft);
  const ten = add(q.G, at(10, numbers.dropPerTen));
  const foot = at(q.G.x, 0);
  d.line([q.A, foot, q.G], "g").line([q.G, at(ten.x, q.G.y), ten], "g");
  d.curve([draft.backNeck], "n");
  line(d, ["G", "H"], "n");
  d.measure(q.A, foot, length(numbers.backNeckWidth), 1.4, "s");
  d.label(between(foot, q.G, 0.5), number(numbers.backNeckRise), "e", "m");
  d.label(at((q.G.x + ten.x) / 2, q.G.y), number(10), "n", "m");
  d.label(at(ten.x, q.G.y + 2.4), number(numbers.dropPerTen), "w", "m");
  d.label(between(q.G, q.H, 0.4), length(numbers.backShoulder), "sw", "m");
  return d.points(q, { A: "w", G: "n", H: "e", F: "se" });
};

const backArmscye: BodiceFigure = (draft, { length, number }) => {
  const { points: q, numbers } = draft;
  const line = lines(draft);
  const d = backGround(draft);
  d.curve([draft.backNeck], "l");
  line(d, ["G", "H"], "l").curve(draft.backArmscye, "n");
  const diagonal = add(q.F, times(at(1, -1), numbers.cornerBack / Math.SQRT2));
  d.line([q.F, diagonal], "d").label(
    between(q.F, diagonal, 0.6),
    number(numbers.cornerBack),
    "e",
    "m",
  );
  d.measure(q.F, q.S, length(numbers.armscyeWidth / 2), 1.2, "s");
  return d.points(q, { A: "w", G: "n", H: "e", J: "w", F: "sw", S: "e" });
};

/** Chest line and centre front, on which the front is drawn. */
const frontGround = (draft: BodiceDraft): Drawing => {
  const { points: q } = draft;
  const view = frontView(draft);
  const d = new Drawing(view);
  d.line([q.S, at(q.D.x, q.D.y)], "l").line([q.L, at(q.D.x, view.bottom)], "l");
  return d.line([at(q.D.x, q.K.y), q.L], "g").label(q.D, "D", "e");
};

const frontNeck: BodiceFigure = (draft, { length }) => {
  const { points: q, numbers, measures } = draft;
  const d = frontGround(draft);
  const corner = at(q.L.x, q.K.y);
  d.line([q.K, corner], "g").curve([draft.frontNeck], "n");
  d.line([q.K, q.M], "g").line([q.M, at(q.L.x, q.M.y)], "g");
  d.measure(q.K, corner, length(numbers.frontNeckWidth), 0, "n");
  d.label(between(corner, q.L, 0.5), length(numbers.frontNeckDepth), "w", "m");
  d.label(between(q.K, q.M, 0.55), length(measures.side_neck_to_bust_point), "w", "m");
  d.measure(q.M, at(q.L.x, q.M.y), length(numbers.fromCentre), 1, "s");
  return d.points(q, { K: "nw", L: "e", M: "w" });
};

const bustDart: BodiceFigure = (draft, { length }) => {
  const { points: q, numbers } = draft;
  const line = lines(draft);
  const d = frontGround(draft).curve([draft.frontNeck], "l");
  line(d, ["K", "N"], "n");
  line(d, ["N", "M", "P", "Q"], "n");
  d.measure(q.P, q.N, length(numbers.dartWidth), -1.2, "n");
  d.label(between(q.P, q.Q, 0.4), length(numbers.restOfShoulder), "nw", "m");
  d.label(between(q.N, q.K, 0.5), length(numbers.dartFromNeck), "se", "m");
  return d.points(q, { K: "ne", L: "e", M: "s", N: "se", P: "w", Q: "w" });
};

const frontArmscye: BodiceFigure = (draft, { length, number }) => {
  const { points: q, numbers } = draft;
  const line = lines(draft);
  const d = frontGround(draft).curve([draft.frontNeck], "l");
  line(d, ["K", "N", "M", "P", "Q"], "l").line([q.R, at(q.R.x, q.Y.y - 9.5)], "g");
  d.curve(draft.frontArmscye, "n");
  const diagonal = add(q.R, times(at(-1, -1), numbers.cornerFront / Math.SQRT2));
  d.line([q.R, diagonal], "d").label(at(q.R.x - 2, q.R.y), number(numbers.cornerFront), "s", "m");
  d.label(between(q.Y, q.R, 0.45), length(q.R.y - q.Y.y), "e", "m");
  d.measure(q.R, q.D, length(numbers.halfFront), 3.4, "s");
  return d.points(q, {
    K: "ne",
    L: "e",
    M: "ne",
    N: "se",
    P: "nw",
    Q: "w",
    R: "se",
    S: "w",
    Y: "e",
  });
};

const upper = (draft: BodiceDraft, view: View): Drawing => {
  const line = lines(draft);
  const d = new Drawing(view);
  d.curve([draft.backNeck], "l").curve(draft.backArmscye, "l");
  d.curve([draft.frontNeck], "l").curve(draft.frontArmscye, "l");
  line(line(d, ["G", "H"], "l"), ["A", "C"], "l");
  return line(line(d, ["K", "N", "M", "P", "Q"], "l"), ["L", "E"], "l");
};

const waist: BodiceFigure = (draft, { length, number }) => {
  const { points: q, numbers } = draft;
  const line = lines(draft);
  const d = upper(draft, { ...wholeView(draft), bottom: q.C.y + 2 });
  line(d, ["B", "D"], "g").line([q.S, q.T], "g");
  line(d, ["C", "U", "S", "V", "E"], "n");
  for (const { centre, point, inner, outer } of [...draft.backDarts, ...draft.frontDarts]) {
    d.line([centre, point], "g").line([inner, point, outer], "n");
    const [left, right] = inner.x < outer.x ? [inner, outer] : [outer, inner];
    d.measure(left, right, length(numbers.waistDart), 2.8, "s");
  }
  const [left, right] = q.U.x < q.V.x ? [q.U, q.V] : [q.V, q.U];
  for (const [from, to] of [
    [left, q.T],
    [q.T, right],
  ] as const)
    d.measure(from, to, number(Math.abs(numbers.sideEach)), 1.2, "s");
  d.points(q, { C: "sw", E: "se", S: "n", U: "sw", V: "se", W: "s", X: "s" });
  return d.points(q, { M: "e", X1: "e", W1: "ne" });
};

/** The front, its bust dart shut, its shoulder on the back's: neck and armscye must be smooth. */
const shoulders: BodiceFigure = (draft) => {
  const { points: q } = draft;
  const turn = angleOf(q.G, q.H) - angleOf(q.K, q.N);
  const lay = (p: Point): Point => add(rotate(subtract(p, q.K), at(0, 0), turn), q.G);
  const shutDart = (p: Point): Point => rotate(p, q.M, draft.dartAngle);
  const centreFront = at(q.L.x, q.K.y + 12.5);
  const touch = lay(shutDart(q.Y));
  const view = {
    left: -9,
    top: Math.ceil(Math.min(lay(centreFront).y, touch.y)),
    right: Math.floor(Math.max(q.H.x, lay(q.L).x, touch.x)),
    bottom: Math.ceil(q.J.y + 3),
  };
  const d = new Drawing({ ...view, scale: roomy(11, draft), margin: 34 });
  const laid = d.moved(lay);
  const shut = laid.moved(shutDart);
  d.curve([draft.backNeck], "l").curve(draft.backArmscye.slice(0, 1), "l");
  d.line([q.A, at(0, view.bottom)], "l").line([q.G, q.H], "n");
  laid.curve([draft.frontNeck], "l").line([q.L, centreFront], "l");
  shut.curve(draft.frontArmscye.slice(0, 1), "l");
  laid.line([q.N, between(q.N, q.M, 0.5)], "g");
  d.points(q, { A: "w", G: "w", H: "e", J: "e" });
  laid.point(q.L, "L", "n");
  shut.point(q.Y, "Y", "e");
  laid.point(q.N, "N", "s");
  return d;
};

/** The waist darts folded shut: the waist as drafted and the one smooth curve through it. */
const waistClosed: BodiceFigure = (draft) => {
  const { points: q } = draft;
  const apart = 5;
  const [top, bottom] = [q.B.y - 2.5, q.C.y + 4];
  const right = q.E.x + apart;
  const d = new Drawing({ left: 0, top, right, bottom, scale: roomy(8.8, draft), margin: 34 });
  const front = d.moved((p) => at(p.x + apart, p.y));
  for (const [on, centre, side, point, darts, seam, letters] of [
    [d, q.C, q.U, q.W1, draft.backDarts, draft.trued.back, ["C", "U", "W1"]],
    [front, q.E, q.V, q.X1, draft.frontDarts, draft.trued.front, ["E", "V", "X1"]],
  ] as const) {
    const folded = (part: number): Drawing => on.moved((p) => seam.fold(p, part));
    const [atCentre, atSide, atPoint] = letters;
    const starts = [centre, ...darts.map(({ outer }) => outer)];
    starts.forEach((start, part) => {
      const dart = darts[part];
      const upper = part === 0 ? [at(centre.x, top)] : [];
      const ending = dart ? [dart.inner] : [side, between(side, q.S, 0.8)];
      folded(part).line([...upper, start, ...ending], "l");
    });
    darts.forEach((dart, i) => {
      folded(i).line([dart.point, seam.darts[i]?.inner ?? centre], "g");
    });
    on.curve([seam.closed], "n");
    on.point(centre, atCentre, atCentre === "C" ? "w" : "e");
    folded(darts.length).point(side, atSide, "s");
    if (darts.length === 1) on.point(point, atPoint, "n");
  }
  return d;
};

/** Which measure draws which part of the block, by the numbers of the lesson's table. */
const plan: BodiceFigure = (draft) => {
  const { points: q } = draft;
  const line = lines(draft);
  const view = wholeView(draft);
  const d = upper(draft, { ...view, top: view.top - 2, bottom: q.C.y + 2 });
  line(d, ["C", "U", "S", "V", "E"], "l");
  d.darts([...draft.backDarts, ...draft.frontDarts], "l");
  d.measure(q.B, q.D, "", 0, "n").label(at(q.Y.x + 2, q.B.y), "1", "n", "m");
  d.measure(q.C, q.E, "2", 1.2, "s");
  d.label(pointOn(draft.backNeck, 0.5), "3", "n", "m");
  d.label(pointOn(draft.frontNeck, 0.5), "3", "ne", "m");
  d.measure(q.A, q.C, "4", 2, "w").measure(q.A, q.B, "5", -1.4, "e");
  d.measure(at(0, q.J.y), q.J, "", 0, "n").label(at((q.J.x * 2) / 3, q.J.y), "6", "n", "m");
  d.measure(q.Y, at(q.D.x, q.Y.y), "", 0, "n").label(at(q.Y.x + 2, q.Y.y), "7", "n", "m");
  d.measure(q.G, q.H, "8", -1, "n").label(between(q.G, q.H, 0.8), "9", "sw", "m");
  d.measure(q.P, q.N, "13", -1.2, "n");
  d.measure(q.M, at(q.D.x, q.M.y), "10", 1, "s").measure(q.K, q.M, "11", -1, "e");
  const waistBelowNeck = at(q.K.x, q.E.y);
  return d
    .measure(q.K, waistBelowNeck, "", -5, "e")
    .label(at(q.K.x + 5, q.C.y - 8), "12", "w", "m");
};

/** The figures of the bodice block, by name. */
export const bodiceSteps = {
  plan,
  frame,
  "back-neck": backNeck,
  "back-armscye": backArmscye,
  "front-neck": frontNeck,
  "bust-dart": bustDart,
  "front-armscye": frontArmscye,
  waist,
  shoulders,
  "waist-closed": waistClosed,
} satisfies Readonly<Record<string, BodiceFigure>>;
