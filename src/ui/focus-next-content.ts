/** A form that the person fills in next. */
const FIRST_FIELD = "input[autocomplete=username]";

/**
 * Moves the focus to the content that takes the place of the present one: to its first field where it
 * is the sign-in form, else to the content itself. For a button that goes together with its screen.
 * @param present the content that goes, or is gone by now
 */
export const focusNextContent = (present: Element | null): void => {
  /** @returns whether the next content is there */
  const focus = (): boolean => {
    const next = document.getElementById("content");
    if (!next || next === present) return false;
    // If the person has moved the focus meanwhile, it stays.
    if (document.activeElement === document.body) {
      (next.querySelector<HTMLElement>(FIRST_FIELD) ?? next).focus();
    }
    return true;
  };

  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
};
