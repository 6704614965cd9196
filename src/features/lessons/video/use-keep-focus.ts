import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus where it was inside an element whose children have changed places: a browser
 * takes it from what is moved. From what is gone it goes to the element's heading.
 * @param order changes whenever they may have
 */
export const useKeepFocus = (root: RefObject<HTMLElement | null>, order: unknown): void => {
  const last = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      last.current = target as HTMLElement;
    };
    // Whoever leaves by themselves goes somewhere; what is taken away goes nowhere.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the order may be another
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost || !last.current) return;
    const heading = root.current?.querySelector<HTMLElement>("h2");
    (last.current.isConnected ? last.current : heading)?.focus();
  }, [order]);
};
