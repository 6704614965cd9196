import type { RefObject } from "react";
import type { Point } from "../../contract/drawing.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";
import { useZoomView } from "../../ui/use-zoom-view.ts";
import { type Offset, pan, type Size } from "../../ui/zoom-view.ts";

/** Where the middle of the frame is in the window. */
const middleOf = (frame: HTMLElement | null): Offset => {
  const { left = 0, top = 0, width = 0, height = 0 } = frame?.getBoundingClientRect() ?? {};
  return { x: left + width / 2, y: top + height / 2 };
};

/**
 * How a page lies in its frame.
 * @param size of the page as it is turned; null if it is not known yet
 */
export const useView = (frame: RefObject<HTMLElement | null>, size: Size | null) => {
  const { view, around, latest, ...zoom } = useZoomView(frame, size);

  /** CSS pixels to a unit of the drawing. */
  const perUnit = (): number => {
    const { view: present, around: now } = latest.current;
    return (now.picture.width * present.scale) / DRAWING_WIDTH;
  };

  return {
    view,
    around,
    perUnit,
    showWhole: zoom.showWhole,
    zoomBy: (factor: number, place?: Offset) => {
      const middle = middleOf(frame.current);
      zoom.zoomBy(factor, place && { x: place.x - middle.x, y: place.y - middle.y });
    },
    /** @returns whether the page can move that way */
    panBy(by: Offset): boolean {
      const { view: present, around: now } = latest.current;
      const next = pan(present, by, now);
      zoom.panBy(by);
      return next.x !== present.x || next.y !== present.y;
    },
    /** The points of the page at places of the window, in whole units. Measures the frame once. */
    pointsAt(places: readonly Offset[]): Point[] {
      const { view: present, around: now } = latest.current;
      const middle = middleOf(frame.current);
      const units = perUnit() || 1;
      const left = middle.x + present.x - (now.picture.width * present.scale) / 2;
      const top = middle.y + present.y - (now.picture.height * present.scale) / 2;
      return places.map(({ x, y }) => ({
        x: Math.round((x - left) / units),
        y: Math.round((y - top) / units),
      }));
    },
    /** Where a point of the page is in the frame, from its upper left corner. */
    placeOf({ x, y }: Point): Offset {
      const { view: present, around: now } = latest.current;
      const units = perUnit();
      const { frame: area, picture } = now;
      return {
        x: area.width / 2 + present.x - (picture.width * present.scale) / 2 + x * units,
        y: area.height / 2 + present.y - (picture.height * present.scale) / 2 + y * units,
      };
    },
  };
};

export type View = ReturnType<typeof useView>;
