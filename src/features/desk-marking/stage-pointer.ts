import { distance, movePointer } from "../../ui/gestures.ts";
import type { Offset } from "../../ui/zoom-view.ts";

/** What the person does with mouse, pen or fingers. Places are those of the window. */
export interface StageListeners {
  /** Whether a press draws; otherwise it moves the page. */
  isDrawing: () => boolean;
  onStart: (place: Offset) => void;
  /** All places since the last call, in their order. */
  onMove: (places: readonly Offset[]) => void;
  onEnd: () => void;
  /** What was begun is to be forgotten: the browser or a second finger has taken over. */
  onCancel: () => void;
  onPan: (by: Offset) => void;
  onZoom: (factor: number, place: Offset) => void;
  /** A press without a movement that does not draw. */
  onTap: (place: Offset) => void;
  /** The wheel without Ctrl. @returns whether the page has moved; otherwise the browser scrolls */
  onWheel: (by: Offset) => boolean;
}

/** A longer movement is not a tap. */
const NEAR = 8;
const WHEEL_LINE = 16;
const MIDDLE_BUTTON = 1;

const placeOf = ({ clientX: x, clientY: y }: MouseEvent): Offset => ({ x, y });

/** All places of a movement: a pen reports several in the time of a frame. */
const placesOf = (event: PointerEvent): Offset[] => {
  const all = event.getCoalescedEvents?.() ?? [];
  return (all.length > 0 ? all : [event]).map(placeOf);
};

/**
 * Listens to pointers and wheel on an element, for the listeners of the moment. One pointer draws or moves the page, two fingers move and zoom.
 * While a pen draws, touches are ignored: they are those of the palm.
 * @returns a function that stops it
 */
export const listenToStage = (element: HTMLElement, listeners: () => StageListeners) => {
  /** The pointers that move the page. */
  const movers = new Map<number, Offset>();
  let drawing: { readonly id: number; readonly type: string; place: Offset } | null = null;
  let tapAt: Offset | null = null;

  const cancelDrawing = () => {
    if (!drawing) return;
    drawing = null;
    listeners().onCancel();
  };

  const beginsToDraw = (event: PointerEvent): boolean =>
    event.button === 0 && movers.size === 0 && listeners().isDrawing();

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 && event.button !== MIDDLE_BUTTON) return;
    const { pointerId: id, pointerType: type } = event;
    if (type === "touch" && drawing?.type === "pen") return;
    // The palm often comes before the pen.
    if (type === "pen") {
      cancelDrawing();
      movers.clear();
    }
    element.setPointerCapture?.(id);
    const place = placeOf(event);
    if (drawing) {
      // A second finger: what the first one has begun was no line.
      movers.set(drawing.id, drawing.place);
      cancelDrawing();
    } else if (beginsToDraw(event)) {
      drawing = { id, type, place };
      listeners().onStart(place);
      return;
    }
    movers.set(id, place);
    tapAt = movers.size === 1 && event.button === 0 ? place : null;
  };

  const onMove = (event: PointerEvent) => {
    const place = placeOf(event);
    if (drawing?.id === event.pointerId) {
      drawing.place = place;
      listeners().onMove(placesOf(event));
      return;
    }
    if (tapAt && distance(place, tapAt) > NEAR) tapAt = null;
    movePointer(movers, event.pointerId, place, listeners());
  };

  const onUp = (event: PointerEvent) => {
    if (drawing?.id === event.pointerId) {
      drawing = null;
      listeners().onEnd();
      return;
    }
    if (!movers.delete(event.pointerId)) return;
    if (tapAt) listeners().onTap(tapAt);
    tapAt = null;
  };

  const onCancel = (event: PointerEvent) => {
    if (drawing?.id === event.pointerId) cancelDrawing();
    movers.delete(event.pointerId);
    tapAt = null;
  };

  const onWheel = (event: WheelEvent) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1;
    if (event.ctrlKey) {
      event.preventDefault();
      listeners().onZoom(Math.exp(-event.deltaY * unit * 0.01), placeOf(event));
    } else if (listeners().onWheel({ x: -event.deltaX * unit, y: -event.deltaY * unit })) {
      event.preventDefault();
    }
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
