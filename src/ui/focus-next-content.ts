/** The first field of the sign-in form. */
const FIRST_FIELD = "input[autocomplete=username]:not([hidden])";

/**
 * Moves the focus to the content that replaces the present one: to the first field of the sign-in
 * form, otherwise to the content itself. For a button that is removed together with its screen.
 * @param present the content that is being replaced, or has been removed already
 */
export const focusNextContent = (present: Element | null): void => {
  /** @returns whether the new content is on the page */
  const focus = (): boolean => {
    const next = document.getElementById("content");
    if (!next || next === present) return false;
    // The focus stays where it is if the person has moved it in the meantime.
    if (document.activeElement === document.body) {
      const target = next.querySelector<HTMLElement>(FIRST_FIELD) ?? next;
      // The place where the person was in a screen stays.
      target.focus({ preventScroll: true });
    }
    return true;
  };

  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
};
