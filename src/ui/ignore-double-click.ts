/**
 * Keeps the second click of a double click from what has come under the pointer since the first,
 * as when the first led to another screen. @returns a function that stops it
 */
export const ignoreDoubleClick = (): (() => void) => {
  let first: Element | null = null;
  const watch = (event: MouseEvent) => {
    // What the app itself clicks on is nobody's second click.
    if (!event.isTrusted) return;
    const target = (event.target as Element).closest("a, button");
    if (event.detail < 2) first = target;
    else if (target !== first) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener("click", watch, true);
  return () => document.removeEventListener("click", watch, true);
};
