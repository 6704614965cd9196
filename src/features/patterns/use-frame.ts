import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { movePointer } from "../../ui/two-fingers.ts";
import {
  type Frame,
  fitSize,
  type Offset,
  pan,
  type Size,
  WHOLE_PICTURE,
  type ZoomView,
  zoomAround,
} from "../../ui/zoom-view.ts";

/**
 * How a picture lies in its frame: fingers, mouse and wheel zoom and move it. A wheel without Ctrl scrolls the page, and
 * so does one finger while all of the picture is shown.
 */
export const useFrame = (frame: RefObject<HTMLElement | null>, natural: Size) => {
  const [view, setView] = useState(WHOLE_PICTURE);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const around: Frame = { frame: size, picture: fitSize(natural, size) };
  const latest = useRef({ view, around });
  latest.current = { view, around };

  const change = (next: (view: ZoomView, around: Frame) => ZoomView) =>
    setView((present) => next(present, latest.current.around));
  const zoomBy = (factor: number, place?: Offset) =>
    change((present, now) => zoomAround(present, factor, now, place));
  const panBy = (by: Offset) => change((present, now) => pan(present, by, now));

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  // A picture that has become smaller keeps within the frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the sizes change
  useEffect(() => {
    setView((present) => pan(present, { x: 0, y: 0 }, latest.current.around));
  }, [size, natural.width, natural.height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners never change their behaviour
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const pointers = new Map<number, Offset>();
    const placeOf = ({ clientX, clientY }: MouseEvent): Offset => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0) return;
        pointers.set(event.pointerId, placeOf(event));
        if (latest.current.view.scale > 1 || pointers.size > 1) {
          element.setPointerCapture(event.pointerId);
        }
      },
      { signal },
    );
    element.addEventListener(
      "pointermove",
      (event) =>
        movePointer(pointers, event.pointerId, placeOf(event), { onPan: panBy, onZoom: zoomBy }),
      { signal },
    );
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      element.addEventListener(end, ({ pointerId }) => void pointers.delete(pointerId), { signal });
    }
    element.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
        zoomBy(Math.exp(-event.deltaY * lines * 0.01), placeOf(event));
      },
      { signal, passive: false },
    );
    return () => stop.abort();
  }, []);

  return { view, around, zoomBy, panBy, showWhole: () => setView(WHOLE_PICTURE) };
};
