import type { Measures } from "../../src/drafting/block.ts";
import { draftBodice, SHORT_OF_BUST_POINT } from "../../src/drafting/bodice.ts";
import { frontEdge, moveDart, sewnPoint } from "../../src/drafting/dart-moves.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { Drawing, type View } from "../../src/drafting/figures/drawing.ts";
import { between } from "../../src/drafting/geometry.ts";

const bodice = draftBodice(EXAMPLE_BODY as Measures);
const { points: q } = bodice;
const VIEW: View = { left: 13, top: -3, right: 50, bottom: 42, scale: 12, margin: 18 };

export const FRAMES_PER_SECOND = 20;
export const FILM_SECONDS = 14;

/** The times of the steps in seconds. The captions beside the film use the same times. */
const CUT = { from: 2.5, to: 4 };
const TURN = { from: 5, to: 9 };
const SEW = { from: 10, to: 11 };

const share = (time: number, { from, to }: { from: number; to: number }): number => {
  const part = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return part * part * (3 - 2 * part);
};

/** The bust dart on its way from the shoulder to the side, at a moment of the film. */
export const dartAt = (time: number): Drawing => {
  const d = new Drawing(VIEW);
  const cut = share(time, CUT);
  const turned = share(time, TURN);
  const sewn = share(time, SEW);
  const before = moveDart(bodice, "side", 0);
  const { still } = before.dart;
  if (turned === 0) {
    d.curve(frontEdge(bodice), "l").line([q.P, q.M, q.N], "l");
    if (cut > 0) d.line([still, between(still, q.M, cut)], "n");
    d.point(q.M, "M", "e").point(q.N, "N", "n").point(q.P, "P", "n");
    return d.point(still, "Z", "w");
  }
  const {
    turned: part,
    still: rest,
    dart,
    shoulderDart: shoulder,
  } = moveDart(bodice, "side", turned);
  d.curve(rest, "l").curve(part, "n");
  if (shoulder) d.line([shoulder.turned, q.M, shoulder.still], "l");
  if (sewn > 0) {
    const point = between(q.M, sewnPoint(dart, SHORT_OF_BUST_POINT), sewn);
    d.line([dart.turned, q.M, dart.still], "g").line([dart.turned, point, dart.still], "n");
  } else d.line([dart.still, q.M, dart.turned], "n");
  d.point(q.M, "M", "e").point(q.N, "N", "ne");
  return d.point(dart.still, "Z", "sw").point(dart.turned, "Z1", "nw");
};

/** The picture that is shown before the film plays. */
export const dartPoster = (): Drawing => dartAt((TURN.from + TURN.to) / 2);
