import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus inside an element whose children are reordered, because a moved element loses the
 * focus. If the focused element was removed, the heading gets the focus.
 * @param order a value that changes whenever the children may have been reordered
 */
export const useKeepFocus = (root: RefObject<HTMLElement | null>, order: unknown): void => {
  const last = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      last.current = target as HTMLElement;
    };
    // A removed element loses the focus to nothing, so `relatedTarget` is null.
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) last.current = null;
    };
    element.addEventListener("focusin", note);
    element.addEventListener("focusout", forget);
    return () => {
      element.removeEventListener("focusin", note);
      element.removeEventListener("focusout", forget);
    };
  }, [root]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order may have changed
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost || !last.current) return;
    const heading = root.current?.querySelector<HTMLElement>("h2");
    (last.current.isConnected ? last.current : heading)?.focus();
  }, [order]);
};
