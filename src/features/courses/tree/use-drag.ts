import {
  type PointerEvent as PressEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { TreeChange } from "../../../contract/staff-tree.ts";
import type { TreeRow } from "./tree-rows.ts";

/** Where something would be dropped, and the change that this is. */
export interface Drop {
  /** The id of the row. */
  readonly row: string;
  readonly where: "before" | "after" | "inside";
  readonly change: TreeChange;
}

interface DragOptions {
  root: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  dropOn: (dragged: TreeRow, row: TreeRow, isLower: boolean) => Drop | null;
  onDrop: (drop: Drop) => void;
  /** Called with a row on which something is held for a while. */
  onLinger: (row: TreeRow) => void;
}

const LINGER_MS = 600;

/** How near to the edge of the window the page scrolls, and how fast. */
const EDGE = 60;
const STEP = 12;

/** Moves rows by mouse, pen or finger at their grip. Escape and another finger end it without a change. */
export const useDrag = (options: DragOptions) => {
  const latest = useRef(options);
  latest.current = options;
  const [drop, setDrop] = useState<Drop | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const rowAt = (x: number, y: number): { row: TreeRow; isLower: boolean } | null => {
    const { root, rows } = latest.current;
    // The toolbar may cover the row.
    const element = document
      .elementsFromPoint(x, y)
      .map((each) => each.closest<HTMLElement>("[role=treeitem]"))
      .find((each) => each && root.current?.contains(each));
    if (!element) return null;
    const row = rows.find(({ id }) => id === element.dataset.id);
    const line = element.firstElementChild?.getBoundingClientRect();
    return row && line ? { row, isLower: y > line.top + line.height / 2 } : null;
  };

  const onPointerDown = (event: PressEvent<HTMLElement>) => {
    const grip = (event.target as Element).closest("[data-grip]");
    const id = grip?.closest<HTMLElement>("[role=treeitem]")?.dataset.id;
    const dragged = latest.current.rows.find((row) => row.id === id);
    if (!dragged || event.button !== 0) return;
    event.preventDefault();
    stop.current?.();
    let found: Drop | null = null;
    let [x, y] = [event.clientX, event.clientY];
    let lingered = dragged.id;
    let opening: ReturnType<typeof setTimeout> | undefined;
    const linger = (row: TreeRow | undefined) => {
      if (row?.id === lingered) return;
      lingered = row?.id ?? "";
      clearTimeout(opening);
      if (row && row.id !== dragged.id) {
        opening = setTimeout(() => latest.current.onLinger(row), LINGER_MS);
      }
    };

    const look = () => {
      const over = rowAt(x, y);
      linger(over?.row);
      found = over && latest.current.dropOn(dragged, over.row, over.isLower);
      setDrop((before) =>
        before?.row === found?.row && before?.where === found?.where ? before : found,
      );
    };
    const scrolling = setInterval(() => {
      const by = y < EDGE ? -STEP : y > innerHeight - EDGE ? STEP : 0;
      if (by === 0) return;
      scrollBy(0, by);
      look();
    }, 16);
    const onMove = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return;
      [x, y] = [moved.clientX, moved.clientY];
      look();
    };
    const onUp = (raised: PointerEvent) => {
      if (raised.pointerId !== event.pointerId) return;
      end();
      if (found) latest.current.onDrop(found);
    };
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key === "Escape") end();
    };
    const end = () => {
      clearInterval(scrolling);
      clearTimeout(opening);
      listening.abort();
      stop.current = null;
      setDrop(null);
    };
    stop.current = end;
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("pointermove", onMove, { signal });
    addEventListener("pointerup", onUp, { signal });
    addEventListener("pointercancel", end, { signal });
    addEventListener("keydown", onKey, { signal });
  };

  return { drop, onPointerDown };
};
