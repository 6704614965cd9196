import type { Offset } from "./zoom-view.ts";

interface FingerListeners {
  onPan: (by: Offset) => void;
  onZoom: (factor: number, place: Offset) => void;
}

export const distance = (a: Offset, b: Offset): number => Math.hypot(a.x - b.x, a.y - b.y);

const middle = (a: Offset, b: Offset): Offset => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * Moves one of the pointers that lie on a picture: one alone drags it, two drag and zoom it.
 * @param pointers their places by id; the new place is put there. An unknown id changes nothing
 */
export const movePointer = (
  pointers: Map<number, Offset>,
  id: number,
  now: Offset,
  { onPan, onZoom }: FingerListeners,
): void => {
  const before = pointers.get(id);
  if (!before) return;
  pointers.set(id, now);
  const other = [...pointers].find(([each]) => each !== id)?.[1];
  if (!other) {
    onPan({ x: now.x - before.x, y: now.y - before.y });
    return;
  }
  const [from, to] = [middle(before, other), middle(now, other)];
  onPan({ x: to.x - from.x, y: to.y - from.y });
  const apart = distance(before, other);
  if (apart > 0) onZoom(distance(now, other) / apart, to);
};

interface GestureListeners {
  /** The picture is dragged. */
  onPan: (by: Offset) => void;
  /** A pinch or the wheel. The place is relative to the middle of the frame. */
  onZoom: (factor: number, place: Offset) => void;
  /** Two taps or clicks at the same place. */
  onDoubleTap: (place: Offset) => void;
}

const DOUBLE_TAP_MS = 300;
/** A longer movement is not a tap, and two taps farther apart are not a double tap. */
const NEAR = 12;
const WHEEL_LINE = 16;

interface Tap extends Offset {
  readonly at: number;
}

/**
 * Listens to touch, mouse and wheel on an element, which must have `touch-action: none`.
 * @returns a function that stops it
 */
export const listenToGestures = (element: HTMLElement, listeners: GestureListeners) => {
  const pointers = new Map<number, Offset>();
  let start: Offset | null = null;
  let lastTap: Tap | null = null;

  const placeOf = ({ clientX, clientY }: MouseEvent): Offset => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  const onDown = (event: PointerEvent) => {
    // A captured pointer would press no button that lies on the picture.
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    element.setPointerCapture(event.pointerId);
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    // With a second finger it is not a tap.
    start = pointers.size === 1 ? place : null;
  };

  const onMove = (event: PointerEvent) =>
    movePointer(pointers, event.pointerId, placeOf(event), listeners);

  const onUp = (event: PointerEvent) => {
    const place = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (!place || !start || distance(place, start) > NEAR) return;
    const second =
      lastTap &&
      event.timeStamp - lastTap.at < DOUBLE_TAP_MS &&
      distance(place, lastTap) < NEAR * 2;
    lastTap = second ? null : { ...place, at: event.timeStamp };
    if (second) listeners.onDoubleTap(place);
  };

  const onCancel = (event: PointerEvent) => void pointers.delete(event.pointerId);

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1;
    if (event.ctrlKey) listeners.onZoom(Math.exp(-event.deltaY * unit * 0.01), placeOf(event));
    else listeners.onPan({ x: -event.deltaX * unit, y: -event.deltaY * unit });
  };

  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener("pointerdown", onDown, { signal });
  element.addEventListener("pointermove", onMove, { signal });
  element.addEventListener("pointerup", onUp, { signal });
  element.addEventListener("pointercancel", onCancel, { signal });
  element.addEventListener("wheel", onWheel, { signal, passive: false });
  return () => stop.abort();
};
