import { type RefObject, useEffect, useRef } from "react";

/** What keys and the toolbar do with the page that is shown. */
export interface MarkingActions {
  zoomBy: (factor: number) => void;
  showWhole: () => void;
  turn: (by: 90 | -90) => void;
  goBy: (pages: 1 | -1) => void;
  undo: () => void;
  redo: () => void;
}

/** The factor of one step of the zoom. */
export const ZOOM_STEP = 1.5;

const KEYS: Readonly<Record<string, (actions: MarkingActions) => void>> = {
  "+": ({ zoomBy }) => zoomBy(ZOOM_STEP),
  "=": ({ zoomBy }) => zoomBy(ZOOM_STEP),
  "-": ({ zoomBy }) => zoomBy(1 / ZOOM_STEP),
  0: ({ showWhole }) => showWhole(),
  "[": ({ turn }) => turn(-90),
  "]": ({ turn }) => turn(90),
  PageUp: ({ goBy }) => goBy(-1),
  PageDown: ({ goBy }) => goBy(1),
  "Control+z": ({ undo }) => undo(),
  "Control+Shift+z": ({ redo }) => redo(),
  "Control+y": ({ redo }) => redo(),
};

const nameOf = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string =>
  ctrlKey || metaKey ? `Control+${shiftKey ? "Shift+" : ""}${key.toLowerCase()}` : key;

const EDITABLE = "input, textarea, select, [contenteditable]";

/**
 * Listens to the keys of the editor on the whole page, so that a tutor need not move the focus there. A field
 * keeps its keys, and so does a dialog over the page.
 * @param needsFocus whether another file is worked on, so that the focus has to be here
 */
export const useMarkingKeys = (
  root: RefObject<HTMLElement | null>,
  actions: MarkingActions,
  needsFocus: boolean,
) => {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.altKey) return;
      if (target instanceof Element && target.closest(EDITABLE)) return;
      const modal = document.querySelector("dialog[open]");
      if (modal && !modal.contains(root.current)) return;
      if (needsFocus && !root.current?.contains(target as Node)) return;
      const act = KEYS[nameOf(event)];
      if (!act) return;
      event.preventDefault();
      act(latest.current);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [root, needsFocus]);
};
