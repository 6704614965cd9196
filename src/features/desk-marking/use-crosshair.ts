import { type KeyboardEvent, useState } from "react";
import type { Point } from "../../contract/drawing.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";
import { isForWords, type Marking } from "./marking.ts";
import type { Drawing } from "./use-drawing.ts";

/** How far an arrow key moves the crosshair, and with Shift. */
const STEP = 100;
const FINE_STEP = 20;

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface CrosshairOptions {
  marking: Marking;
  drawing: Drawing;
  /** The height of the page, in units. */
  height: number;
  /** Moves the page so that a point can be seen. */
  reveal: (point: Point) => void;
}

/**
 * Drawing by the keyboard: arrow keys move a crosshair, Enter sets a point, Escape forgets what was begun. A
 * pen stroke and a line begin and end with Enter.
 */
export const useCrosshair = ({ marking, drawing, height, reveal }: CrosshairOptions) => {
  const [at, setAt] = useState<Point | null>(null);
  const [hasStart, setHasStart] = useState(false);

  const within = ({ x, y }: Point): Point => ({
    x: Math.min(DRAWING_WIDTH, Math.max(0, x)),
    y: Math.min(Math.floor(height), Math.max(0, y)),
  });
  const present = within(at ?? { x: DRAWING_WIDTH / 2, y: Math.round(height / 2) });

  const stop = () => {
    drawing.cancel();
    setHasStart(false);
  };

  const enter = () => {
    setAt(present);
    if (hasStart) {
      drawing.extend([present]);
      drawing.end();
      setHasStart(false);
      return;
    }
    drawing.begin(present);
    // Words need one point only.
    if (isForWords(marking.state.tool)) drawing.end();
    else setHasStart(true);
  };

  return {
    /** Null until the keyboard is used. */
    at: at && present,
    hasStart,
    hide() {
      if (hasStart) stop();
      setAt(null);
    },
    /** @returns whether the key was meant for the crosshair */
    onKey({ key, shiftKey }: KeyboardEvent): boolean {
      const way = WAYS[key];
      if (way) {
        const step = shiftKey ? FINE_STEP : STEP;
        const next = within({ x: present.x + way.x * step, y: present.y + way.y * step });
        setAt(next);
        reveal(next);
        if (hasStart) drawing.extend([next]);
        return true;
      }
      if (key === "Enter" || key === " ") {
        enter();
        return true;
      }
      if (key !== "Escape" || !hasStart) return false;
      stop();
      return true;
    },
  };
};
