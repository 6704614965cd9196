import { type BodiceDraft, SHORT_OF_BUST_POINT } from "../bodice.ts";
import { MEASURED_AT } from "../bodice-pieces.ts";
import {
  type DartPlace,
  frontEdge,
  type MovedDart,
  moveDart,
  sewnPoint,
  shift,
} from "../dart-moves.ts";
import {
  at,
  between,
  type Cubic,
  crossing,
  distance,
  type Point,
  pointOn,
  straight,
  tangentOn,
} from "../geometry.ts";
import { Drawing, type View } from "./drawing.ts";
import type { Figure } from "./figure.ts";

type DartFigure = Figure<BodiceDraft>;

/** The width of the front for which the scales of the views are chosen, in centimetres. */
const USUAL_WIDTH = 25.5;

/** Enlarges the drawing of a narrow front, so that its texts have the same room. */
const roomy = (scale: number, { points: { D, S } }: BodiceDraft): number =>
  scale * Math.max(1, USUAL_WIDTH / (D.x - S.x));

/** The front, and what turns about its bust point. */
const frontView = (draft: BodiceDraft): View => {
  const { E, K, P, S } = draft.points;
  const top = Math.min(K.y, P.y) - 0.5;
  return { left: S.x - 0.5, top, right: E.x, bottom: E.y + 1, scale: roomy(9, draft), margin: 34 };
};

const smallestX = (curves: readonly Cubic[]): number =>
  Math.min(...curves.flatMap((curve) => curve.map(({ x }) => x)));

/** The front with its bust dart open in the shoulder. */
export const drawFront = (draft: BodiceDraft, d: Drawing): Drawing => {
  const { M, N, P } = draft.points;
  return d.curve(frontEdge(draft), "l").line([P, M, N], "l");
};

/** A moved front; what has turned is drawn as new. @param legs how the legs of its darts are drawn */
function moved(d: Drawing, { still, turned, dart, shoulderDart }: MovedDart, legs?: "g"): Drawing {
  d.curve(still, "l").curve(turned, "n");
  for (const each of [dart, shoulderDart]) {
    if (!each) continue;
    d.line([each.still, each.point], legs ?? "l").line([each.point, each.turned], legs ?? "n");
  }
  return d;
}

/** One angle, several widths: the further from the bust point, the wider the dart. */
const angle: DartFigure = (draft, { length }) => {
  const { points: q } = draft;
  const d = drawFront(draft, new Drawing(frontView(draft)));
  for (const share of MEASURED_AT) {
    const a = between(q.M, q.P, share);
    const b = between(q.M, q.N, share);
    d.line([a, b], "n").label(a, length(distance(a, b)), "w", "m");
  }
  d.measure(q.P, q.N, length(distance(q.P, q.N)), -1.2, "n");
  return d.point(q.M, "M", "s").point(q.N, "N", "se").point(q.P, "P", "w");
};

/** The places on the edge to which the bust dart can go. */
const places: DartFigure = (draft) => {
  const { points: q } = draft;
  const d = drawFront(draft, new Drawing(frontView(draft)));
  const list: [DartPlace, string, "w" | "s" | "e" | "ne"][] = [
    ["armscye", "1", "w"],
    ["side", "2", "w"],
    ["waist", "3", "s"],
    ["centre", "4", "e"],
    ["neck", "5", "ne"],
  ];
  for (const [place, name, where] of list) {
    const { still } = moveDart(draft, place).dart;
    d.line([still, q.M], "n").point(still, name, where);
  }
  return d.point(q.M, "M", "se").label(q.N, "N", "n").label(q.P, "P", "n");
};

/** Before: the cut Z on the side, M the pivot. After: the shoulder dart shut, the side open. */
const pivot =
  (place: DartPlace): DartFigure =>
  (draft) => {
    const { points: q } = draft;
    const result = moveDart(draft, place);
    const view = frontView(draft);
    const room = Math.max(q.D.x - q.S.x + 5.5, q.D.x - smallestX(result.turned) + 3);
    const right = view.right + room;
    const pair = { ...view, right, scale: roomy(7, draft), margin: 30 };
    const d = drawFront(draft, new Drawing(pair));
    const { still, turned, point } = result.dart;
    d.line([still, point], "n");
    const beside = moved(
      d.moved((p) => shift(p, room)),
      result,
    );
    const [where, whereStill] = place === "waist" ? (["s", "s"] as const) : (["w", "sw"] as const);
    d.point(still, "Z", where).points(q, { M: "e", N: "n", P: "nw" });
    beside.point(still, "Z", whereStill).point(turned, "Z1", where).points(q, { M: "e", N: "n" });
    return d;
  };

/** Half of the dart in the shoulder, half in the side, both sewn short of the bust point. */
const divided: DartFigure = (draft, { length }) => {
  const { points: q } = draft;
  const view = frontView(draft);
  const result = moveDart(draft, "side", 0.5);
  const left = Math.min(view.left - 5, smallestX(result.turned) - 4);
  const d = new Drawing({ ...view, left });
  moved(d, result, "g");
  const { shoulderDart, dart } = result;
  if (!shoulderDart) throw new RangeError("half of the dart must be left");
  for (const each of [shoulderDart, dart])
    d.line([each.turned, sewnPoint(each, SHORT_OF_BUST_POINT), each.still], "n");
  d.measure(shoulderDart.turned, q.N, length(distance(shoulderDart.turned, q.N)), -1.4, "n");
  d.measure(dart.turned, dart.still, length(result.width), 2.6, "w");
  d.point(q.N, "N", "se").point(shoulderDart.turned, "P1", "w").point(q.M, "M", "e");
  return d.point(dart.still, "Z", "sw").point(dart.turned, "Z1", "nw");
};

/** The legs that were drawn to the bust point, and the sewn dart, which ends short of it. */
const sewn: DartFigure = (draft, { length }) => {
  const { points: q } = draft;
  const { dart, width, turned } = moveDart(draft, "side");
  const [left, right] = [Math.min(q.S.x, dart.turned.x) - 3.5, q.M.x + 5];
  const side = between(dart.still, q.V, 0.6);
  const [top, bottom] = [q.D.y - 10.5, Math.max(q.D.y + 11.5, side.y - 2)];
  const d = new Drawing({ left, top, right, bottom, scale: roomy(14, draft), margin: 30 });
  const end = sewnPoint(dart, SHORT_OF_BUST_POINT);
  d.line([dart.turned, q.M, dart.still], "g").line([dart.turned, end, dart.still], "n");
  d.line([end, q.M], "g");
  d.measure(dart.turned, dart.still, length(width), 1.4, "w");
  d.measure(q.M, end, length(SHORT_OF_BUST_POINT), -1.4, "s");
  d.curve(turned.slice(-1), "l").line([dart.still, side], "l");
  d.point(dart.turned, "Z1", "nw").point(dart.still, "Z", "sw");
  return d.point(q.M, "M", "e").point(end, "M1", "n");
};

/** The dart drawn away into gathers along the waist. */
const gathers: DartFigure = (draft) => {
  const { points: q } = draft;
  const view = frontView(draft);
  const result = moveDart(draft, "waist");
  const left = Math.min(view.left - 7, smallestX(result.turned) - 3);
  const d = new Drawing({ ...view, left });
  const { turned, still } = result.dart;
  d.curve(result.still.slice(1), "l").curve(result.turned.slice(0, -1), "l");
  const side = result.turned.at(-1)?.[0] ?? turned;
  const smooth: Cubic = [side, at(turned.x - 2, turned.y + 1.2), at(still.x, q.E.y + 0.3), q.E];
  d.line([still, q.M, turned], "g").curve([smooth], "n");
  for (let x = turned.x - 2.5; x < still.x + 3; x += 1)
    d.line([at(x, turned.y - 2.2), at(x, turned.y - 0.4)], "d");
  for (const x of [turned.x - 3, still.x + 3]) {
    const t = crossing(smooth, at(x, 0), at(x, 1));
    d.notch(pointOn(smooth, t), tangentOn(smooth, t), "n");
  }
  d.point(q.M, "M", "e");
  return d.point(turned, "Z1", "s").point(still, "Z", "s");
};

/** Shoulder dart and waist dart joined to one seam over the bust point: two panels. */
const panels: DartFigure = (draft) => {
  const { points: q } = draft;
  const view = frontView(draft);
  const apart = 8;
  const d = new Drawing({ ...view, right: view.right + apart });
  const { inner, outer } = draft.frontDarts[0] ?? { inner: draft.points.X, outer: draft.points.X };
  const edge = frontEdge(draft);
  const away = d.moved((p) => shift(p, apart));
  const below = at(q.M.x, q.M.y + 5);
  const soft = (top: Point, foot: Point): Cubic[] => {
    const lean = between(q.M, top, 0.3);
    return [straight(top, lean), [lean, q.M, q.M, below], straight(below, foot)];
  };
  d.curve([...edge.slice(0, 4), straight(q.V, outer)], "l").curve(soft(q.P, outer), "n");
  away.curve([straight(inner, q.E), ...edge.slice(5)], "l").curve(soft(q.N, inner), "n");
  for (const on of [d, away]) on.notch(below, at(0, 1), "n");
  d.label(at(q.M.x - 9, q.D.y + 7.5), "1", "c");
  away.label(at((q.M.x + q.D.x) / 2, q.D.y + 7.5), "2", "c");
  d.label(q.P, "P", "w");
  away.label(q.N, "N", "w");
  return d;
};

/** The front with its dart in the side, and the bust point round which it is dragged. */
const tryIt: DartFigure = (draft) => {
  const { points: q } = draft;
  const view = frontView(draft);
  const result = moveDart(draft, "side");
  const left = Math.min(view.left - 3, smallestX(result.turned) - 3);
  const d = new Drawing({ ...view, left });
  d.curve(frontEdge(draft), "g");
  return moved(d, result).point(q.M, "M", "e").point(result.dart.still, "Z", "sw");
};

/** The figures of the dart lessons, by name. */
export const dartSteps = {
  "dart-angle": angle,
  "dart-places": places,
  "dart-pivot-side": pivot("side"),
  "dart-slash-waist": pivot("waist"),
  "dart-sewn": sewn,
  "dart-divided": divided,
  "dart-gathers": gathers,
  "dart-panels": panels,
  "try-dart": tryIt,
} satisfies Readonly<Record<string, DartFigure>>;
