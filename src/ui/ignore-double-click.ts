/**
 * Ignores the second click of a double click if it hits another element than the first, for example
 * because the first click opened another screen.
 * @returns a function that removes the listener
 */
export const ignoreDoubleClick = (): (() => void) => {
  let first: Element | null = null;
  const watch = (event: MouseEvent) => {
    // Clicks made by scripts are never part of a double click.
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
