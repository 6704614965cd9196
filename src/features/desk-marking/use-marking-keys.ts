import { type RefObject, useEffect, useRef } from "react";

/** What keys do, wherever the focus is on the page. */
export interface MarkingKeys {
  zoomBy: (factor: number) => void;
  showWhole: () => void;
  turn: (by: 90 | -90) => void;
  goBy: (pages: 1 | -1) => void;
  undo: () => void;
  redo: () => void;
}

/** The factor of one step of the zoom. */
export const ZOOM_STEP = 1.5;

const EDITABLE = "input, textarea, select, [contenteditable]";

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null;

/** What a key does; null if it is none of these. */
const actionOf = (
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  keys: MarkingKeys,
): (() => void) | null => {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === "y" || (letter === "z" && shiftKey)) return keys.redo;
    return letter === "z" ? keys.undo : null;
  }
  switch (key) {
    case "+":
    case "=":
      return () => keys.zoomBy(ZOOM_STEP);
    case "-":
      return () => keys.zoomBy(1 / ZOOM_STEP);
    case "0":
      return keys.showWhole;
    case "[":
      return () => keys.turn(-90);
    case "]":
      return () => keys.turn(90);
    case "PageUp":
      return () => keys.goBy(-1);
    case "PageDown":
      return () => keys.goBy(1);
    default:
      return null;
  }
};

/**
 * Listens to the keys of the editor on the whole page, so that a tutor need not move the focus there. A field
 * keeps its keys, and so does a dialog over the page.
 * @param isAside whether another file is worked on; then the focus has to be here
 */
export const useMarkingKeys = (
  root: RefObject<HTMLElement | null>,
  keys: MarkingKeys,
  isAside: boolean,
) => {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isEditable(event.target)) return;
      const modal = document.querySelector("dialog[open]");
      if (modal && !modal.contains(root.current)) return;
      if (isAside && !root.current?.contains(event.target as Node)) return;
      const action = actionOf(event, latest.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [root, isAside]);
};
