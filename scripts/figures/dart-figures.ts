import { SHORT_OF_BUST_POINT } from "../../src/drafting/bodice.ts";
import {
  type DartPlace,
  frontEdge,
  type MovedDart,
  moveDart,
  sewnPoint,
  shift,
} from "../../src/drafting/dart-moves.ts";
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
} from "../../src/drafting/geometry.ts";
import { bodice } from "./bodice-figures.ts";
import { dartPoster } from "./dart-film.ts";
import { cm } from "./skirt-example.ts";
import { A4, Drawing, type View } from "./svg.ts";

const { points: q } = bodice;
const FRONT: View = { left: 23, top: -3, right: 49, bottom: 42, scale: 9, margin: 34 };
const PAIR: View = { left: 23, top: -3, right: 80, bottom: 42, scale: 7, margin: 30 };
const BESIDE = 31;

const block = (d: Drawing): Drawing => d.curve(frontEdge(bodice), "l").line([q.P, q.M, q.N], "l");

/** A moved front; what has turned is drawn as new. @param legs how the legs of its darts are drawn */
function moved(d: Drawing, { still, turned, dart, rest }: MovedDart, legs?: "g"): Drawing {
  d.curve(still, "l").curve(turned, "n");
  for (const each of [dart, rest]) {
    if (!each) continue;
    d.line([each.still, each.point], legs ?? "l").line([each.point, each.turned], legs ?? "n");
  }
  return d;
}

/** One angle, several widths: the further from the bust point, the wider the dart. */
function angle(): Drawing {
  const d = block(new Drawing(FRONT));
  for (const share of [0.36, 0.68]) {
    const a = between(q.M, q.P, share);
    const b = between(q.M, q.N, share);
    d.line([a, b], "n").label(a, cm(distance(a, b)), "w", "m");
  }
  d.measure(q.P, q.N, cm(distance(q.P, q.N)), -1.2, "n");
  return d.point(q.M, "M", "s").point(q.N, "N", "se").point(q.P, "P", "w");
}

/** The places on the edge to which the bust dart can go. */
function places(): Drawing {
  const d = block(new Drawing(FRONT));
  const list: [DartPlace, string, "w" | "s" | "e" | "ne"][] = [
    ["armscye", "1", "w"],
    ["side", "2", "w"],
    ["waist", "3", "s"],
    ["centre", "4", "e"],
    ["neck", "5", "ne"],
  ];
  for (const [place, name, where] of list) {
    const { still } = moveDart(bodice, place).dart;
    d.line([still, q.M], "n").point(still, name, where);
  }
  return d.point(q.M, "M", "se").label(q.N, "N", "n").label(q.P, "P", "n");
}

/** Before: the cut Z on the side, M the pivot. After: the shoulder dart shut, the side open. */
function pivot(place: DartPlace): Drawing {
  const d = block(new Drawing(PAIR));
  const result = moveDart(bodice, place);
  const { still, turned, point } = result.dart;
  d.line([still, point], "n");
  const beside = moved(
    d.moved((p) => shift(p, BESIDE)),
    result,
  );
  const [where, whereStill] = place === "waist" ? (["s", "s"] as const) : (["w", "sw"] as const);
  d.point(still, "Z", where).points(q, { M: "e", N: "n", P: "nw" });
  beside.point(still, "Z", whereStill).point(turned, "Z1", where).points(q, { M: "e", N: "n" });
  return d;
}

/** Half of the dart in the shoulder, half in the side, both sewn short of the bust point. */
function divided(): Drawing {
  const d = new Drawing({ ...FRONT, left: 18 });
  const result = moveDart(bodice, "side", 0.5);
  moved(d, result, "g");
  const { rest, dart } = result;
  if (!rest) throw new Error("half of the dart must be left");
  for (const each of [rest, dart])
    d.line([each.turned, sewnPoint(each, SHORT_OF_BUST_POINT), each.still], "n");
  d.measure(rest.turned, q.N, cm(distance(rest.turned, q.N)), -1.4, "n");
  d.measure(dart.turned, dart.still, cm(result.width), 2.6, "w");
  d.point(q.N, "N", "se").point(rest.turned, "P1", "w").point(q.M, "M", "e");
  return d.point(dart.still, "Z", "sw").point(dart.turned, "Z1", "nw");
}

/** The legs that were drawn to the bust point, and the sewn dart, which ends short of it. */
function sewn(): Drawing {
  const d = new Drawing({ left: 20, top: 12, right: 45, bottom: 34, scale: 14, margin: 30 });
  const { dart, width } = moveDart(bodice, "side");
  const end = sewnPoint(dart, SHORT_OF_BUST_POINT);
  d.line([dart.turned, q.M, dart.still], "g").line([dart.turned, end, dart.still], "n");
  d.line([end, q.M], "g");
  d.measure(dart.turned, dart.still, cm(width), 1.4, "w");
  d.measure(q.M, end, cm(SHORT_OF_BUST_POINT), -1.4, "s");
  const turnedSide = moveDart(bodice, "side").turned.at(-1) as Cubic;
  d.curve([turnedSide], "l").line([dart.still, between(dart.still, q.V, 0.6)], "l");
  d.point(dart.turned, "Z1", "nw").point(dart.still, "Z", "sw");
  return d.point(q.M, "M", "e").point(end, "M1", "n");
}

/** The dart drawn away into gathers along the waist. */
function gathers(): Drawing {
  const d = new Drawing({ ...FRONT, left: 16 });
  const result = moveDart(bodice, "waist");
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
}

/** Shoulder dart and waist dart joined to one seam over the bust point: two panels. */
function panels(): Drawing {
  const d = new Drawing({ ...FRONT, right: 57 });
  const { inner, outer } = bodice.frontDart;
  const edge = frontEdge(bodice);
  const away = d.moved((p) => shift(p, 8));
  const below = at(q.M.x, q.M.y + 5);
  const soft = (top: Point, foot: Point): Cubic[] => {
    const lean = between(q.M, top, 0.3);
    return [straight(top, lean), [lean, q.M, q.M, below], straight(below, foot)];
  };
  d.curve([...edge.slice(0, 4), straight(q.V, outer)], "l").curve(soft(q.P, outer), "n");
  away.curve([straight(inner, q.E), ...edge.slice(5)], "l").curve(soft(q.N, inner), "n");
  for (const on of [d, away]) on.notch(below, at(0, 1), "n");
  d.label(at(31, 30), "1", "c");
  away.label(at(44.5, 30), "2", "c");
  d.label(q.P, "P", "w");
  away.label(q.N, "N", "w");
  return d;
}

/** The front at half its size on A4, to cut out and practise on. */
function practice(): string {
  const d = new Drawing({ left: 15, top: -8, right: 57, bottom: 51.4, scale: 20, margin: 0 });
  block(d);
  d.point(q.M, "M", "e").label(q.N, "N", "n").label(q.P, "P", "n");
  d.line([at(q.M.x, q.E.y), q.M], "g");
  d.arrow(at(46, 20), at(46, 34), "d", true);
  d.measure(at(30, 46), at(40, 46), "5 cm", 0, "s");
  return d.toString(A4);
}

/** The figures of the dart lessons, by file. */
export const dartFigures: Readonly<Record<string, () => Drawing | string>> = {
  "assignments/dart-moves-task.svg": places,
  "assets/dart-angle.svg": angle,
  "assets/dart-places.svg": places,
  "assets/dart-pivot-side.svg": () => pivot("side"),
  "assets/dart-turning.svg": dartPoster,
  "assets/dart-slash-waist.svg": () => pivot("waist"),
  "assets/dart-sewn.svg": sewn,
  "assets/dart-divided.svg": divided,
  "assets/dart-gathers.svg": gathers,
  "assets/dart-panels.svg": panels,
  "assets/dart-practice.svg": practice,
};
