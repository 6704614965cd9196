import { useEffect, useMemo, useRef, useState } from "react";
import { proxy, ref } from "valtio/vanilla";
import type { Point, Shape } from "../../contract/drawing.ts";
import { penPaths } from "../../domain/drawing.ts";
import { distance } from "../../domain/drawn-length.ts";
import { isForWords, type Marking, type PenRoom } from "./marking.ts";

/** How far a point may be from the line that replaces it: half a pixel of a picture in a window. */
const TOLERANCE = 5;
/** A point closer to the one before would not be seen. */
const NEAR = 6;
/** After so many points a part of the stroke is done, and is not computed again. */
const PART = 64;

/** Path data of a stroke that is drawn. */
export interface DrawnStroke {
  /** The parts that are done. Another list only when one has been added. */
  readonly parts: readonly string[];
  /** The end, which still changes. */
  readonly end: string;
}

/**
 * Removes the points of a stroke that lie on the line between others (Douglas and Peucker), as a drawing may
 * hold a limited number of points.
 * @param points x and y in turn
 */
export const simplifyStroke = (points: readonly number[]): number[] => {
  const count = Math.floor(points.length / 2);
  if (count < 3) return points.slice(0, 2 * count);
  const xOf = (index: number) => points[2 * index] ?? 0;
  const yOf = (index: number) => points[2 * index + 1] ?? 0;
  const kept = new Set([0, count - 1]);
  const parts: [number, number][] = [[0, count - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part;
    const [dx, dy] = [xOf(last) - xOf(first), yOf(last) - yOf(first)];
    const length = Math.hypot(dx, dy);
    let [farthest, most] = [first, TOLERANCE];
    for (let index = first + 1; index < last; index += 1) {
      const [x, y] = [xOf(index) - xOf(first), yOf(index) - yOf(first)];
      // Also for a part that ends where it began.
      const away = length > 0 ? Math.abs(x * dy - y * dx) / length : Math.hypot(x, y);
      if (away > most) [farthest, most] = [index, away];
    }
    if (farthest === first) continue;
    kept.add(farthest);
    parts.push([first, farthest], [farthest, last]);
  }
  return [...kept].sort((a, b) => a - b).flatMap((index) => [xOf(index), yOf(index)]);
};

const NOTHING: DrawnStroke = { parts: [], end: "" };

/**
 * A pen stroke while it is drawn. However long it is, a further point costs no more than the last part of the
 * stroke.
 */
export const createLiveStroke = () => {
  const state = proxy({ drawn: ref(NOTHING) as DrawnStroke });
  let parts: readonly string[] = [];
  let done: number[] = [];
  let part: number[] = [];
  let left: PenRoom = { points: 0, ink: 0 };

  const show = (drawn: DrawnStroke) => {
    state.drawn = ref(drawn);
  };

  const clear = () => {
    done = [];
    part = [];
    parts = [];
    show(NOTHING);
  };

  const finishPart = () => {
    const simple = simplifyStroke(part);
    // Its first point is the last one of the part before.
    done.push(...simple.slice(done.length > 0 ? 2 : 0));
    return simple;
  };

  /** @returns false if there is no room for it */
  const addPoint = (x: number, y: number): boolean => {
    const [lastX, lastY] = part.slice(-2);
    if (lastX !== undefined && lastY !== undefined) {
      const way = Math.hypot(x - lastX, y - lastY);
      if (way < NEAR) return true;
      if (way > left.ink) return false;
      left = { points: left.points - 1, ink: left.ink - way };
    }
    if (left.points < 0) return false;
    part.push(x, y);
    if (part.length < 2 * PART) return true;
    const before = part.length / 2;
    const simple = finishPart();
    left = { ...left, points: left.points + before - simple.length / 2 };
    parts = [...parts, penPaths(simple).join("")];
    part = part.slice(-2);
    return true;
  };

  return {
    state,
    clear,
    /** @param room how much may be drawn on the file, this stroke included */
    begin(room: PenRoom) {
      clear();
      left = { ...room, points: room.points - 1 };
    },
    /**
     * Lengthens the stroke.
     * @param points x and y in turn, in whole units
     * @returns false if the drawing has no room for all of them
     */
    extend(points: readonly number[]): boolean {
      let fits = true;
      for (let at = 0; fits && at + 1 < points.length; at += 2) {
        fits = addPoint(points[at] ?? 0, points[at + 1] ?? 0);
      }
      show({ parts, end: penPaths(part, false).join("") });
      return fits;
    },
    /** The points of the whole stroke; none if nothing was drawn. Clears it. */
    finish(): number[] {
      finishPart();
      const points = done;
      clear();
      return points;
    },
  };
};

export type LiveStroke = ReturnType<typeof createLiveStroke>;

/** A shorter line was a press by mistake. */
const SHORTEST = 60;

interface DrawingOptions {
  marking: Marking;
  /** Opens the field for words at a point. */
  onText: (at: Point) => void;
}

/**
 * What is being drawn at the moment. It is shown once a frame, and apart from the shapes that are there, so
 * that these are not painted again.
 */
export const useDrawing = (options: DrawingOptions) => {
  const latest = useRef(options);
  latest.current = options;
  const { marking } = options;
  const [stroke] = useState(createLiveStroke);
  const [draft] = useState(() => proxy({ shape: null as Shape | null }));

  const drawing = useMemo(() => {
    let from: Point | null = null;
    let waiting: Point[] = [];
    let frame = 0;

    const straight = (to: Point): Shape | null => {
      const { tool, ink } = marking.state;
      if (!from) return null;
      if (tool === "line" || tool === "arrow") return { kind: tool, ink, from, to };
      return tool === "measure" ? { kind: tool, ink, from, to, mm: null } : null;
    };

    /** Shows the places since the last frame. */
    const flush = () => {
      cancelAnimationFrame(frame);
      frame = 0;
      const places = waiting;
      waiting = [];
      const last = places.at(-1);
      if (!last) return;
      if (marking.state.tool !== "pen") {
        const shape = straight(last);
        draft.shape = shape && ref(shape);
      } else if (!stroke.extend(places.flatMap(({ x, y }) => [x, y]))) {
        marking.noteFull("strokes");
      }
    };

    const forget = () => {
      cancelAnimationFrame(frame);
      frame = 0;
      from = null;
      waiting = [];
      draft.shape = null;
      stroke.clear();
    };

    const complete = (to: Point) => {
      const { ink } = marking.state;
      const shape = straight(to);
      if (!shape || !("from" in shape) || distance(shape.from, shape.to) < SHORTEST) return;
      if (shape.kind === "measure") marking.measure({ ink, from: shape.from, to: shape.to });
      else marking.add(shape);
    };

    return {
      begin(at: Point) {
        forget();
        from = at;
        waiting = [at];
        if (marking.state.tool === "pen") {
          stroke.begin(marking.room());
          flush();
        }
      },
      extend(points: readonly Point[]) {
        if (!from) return;
        waiting.push(...points);
        frame ||= requestAnimationFrame(flush);
      },
      end() {
        const start = from;
        const last = waiting.at(-1);
        flush();
        const { tool, ink } = marking.state;
        if (start && isForWords(tool)) latest.current.onText(start);
        if (start && tool === "pen") {
          const points = stroke.finish();
          if (points.length > 0) marking.add({ kind: "pen", ink, points });
        } else if (start) {
          const shape = draft.shape;
          complete(last ?? (shape && "to" in shape ? shape.to : start));
        }
        forget();
      },
      cancel: forget,
    };
  }, [marking, stroke, draft]);

  useEffect(() => drawing.cancel, [drawing]);
  return { drawing, stroke, draft };
};

export type Drawing = ReturnType<typeof useDrawing>["drawing"];
