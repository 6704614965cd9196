import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type Frame,
  fitSize,
  type Offset,
  pan,
  type Size,
  WHOLE_PICTURE,
  type ZoomView,
  zoomAround,
} from "./zoom-view.ts";

const NOWHERE: Size = { width: 0, height: 0 };

/**
 * How a picture lies in its frame, whose size may change. The functions may be kept: they act on what is shown.
 * @param natural the size of the picture in any unit; null if there is none yet
 */
export const useZoomView = (frame: RefObject<HTMLElement | null>, natural: Size | null) => {
  const [view, setView] = useState(WHOLE_PICTURE);
  const [room, setRoom] = useState(NOWHERE);
  const around: Frame = { frame: room, picture: natural ? fitSize(natural, room) : NOWHERE };
  const latest = useRef({ view, around });
  latest.current = { view, around };

  /** Shows another part, which is computed from the present one. The same one is not painted again. */
  const change = (next: (view: ZoomView, around: Frame) => ZoomView) =>
    setView((present) => {
      const { scale, x, y } = next(present, latest.current.around);
      const isSame = scale === present.scale && x === present.x && y === present.y;
      return isSame ? present : { scale, x, y };
    });
  const panBy = (by: Offset) => change((present, now) => pan(present, by, now));

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  // The picture keeps within a frame that has become larger or smaller, and so does another picture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the sizes change
  useEffect(() => panBy({ x: 0, y: 0 }), [room, natural?.width, natural?.height]);

  return {
    view,
    around,
    /** The present view and its frame, for functions that outlive a rendering. */
    latest,
    change,
    panBy,
    /** @param place what stays where it is, from the middle of the frame; absent: the middle */
    zoomBy: (factor: number, place?: Offset) =>
      change((present, now) => zoomAround(present, factor, now, place)),
    showWhole: () => setView(WHOLE_PICTURE),
  };
};
