import { useEffect, useMemo, useRef, useState } from "react";
import { proxy, ref } from "valtio/vanilla";
import type { Point, Shape } from "../../contract/drawing.ts";
import { distance } from "../../domain/drawn-length.ts";
import { createLiveStroke } from "./live-stroke.ts";
import { isForWords, type Marking } from "./marking.ts";

/** A shorter line was a press by mistake. */
const SHORTEST = 60;

export interface DrawingOptions {
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
