import type { Offset } from "./zoom-view.ts";

export interface FingerListeners {
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
