import { useEffect, useState } from "react";

/** On-screen keyboards are higher; the address bars of browsers are lower. In CSS pixels. */
const MIN_KEYBOARD_HEIGHT = 150;

const TYPED_IN =
  "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=button])";

/** The part of the screen that is not covered, whatever its zoom. */
const freeHeight = (): number =>
  visualViewport ? visualViewport.height * visualViewport.scale : innerHeight;

/** The height of the page's lower part that a keyboard covers, where browsers make only its visible part smaller. */
const coveredHeight = (): number =>
  visualViewport ? innerHeight - visualViewport.offsetTop - visualViewport.height : 0;

/**
 * Whether a keyboard is on the screen: a field has the focus, and the page has much less height than
 * it had before at this width. Browsers make either the page or only its visible part smaller. What leaves room for
 * the bar then leaves room for the keyboard.
 */
export const useKeyboardShown = (): boolean => {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let width = innerWidth;
    let highest = freeHeight();
    const look = () => {
      const height = freeHeight();
      if (innerWidth !== width) {
        width = innerWidth;
        highest = height;
      }
      highest = Math.max(highest, height);
      const isTyping = document.activeElement?.matches(TYPED_IN) ?? false;
      const isShown = isTyping && highest - height >= MIN_KEYBOARD_HEIGHT;
      const { style, dataset } = document.documentElement;
      const wasShown = "typing" in dataset;
      if (isShown) {
        dataset.typing = "";
        style.setProperty("--bar", `${Math.max(0, coveredHeight())}px`);
        // The room that is left may be covered by what sticks to its edge, such as a form's buttons.
        if (!wasShown) document.activeElement?.scrollIntoView({ block: "nearest" });
      } else clear();
      setShown(isShown);
    };
    const clear = () => {
      const { style, dataset } = document.documentElement;
      delete dataset.typing;
      style.removeProperty("--bar");
    };
    const stop = new AbortController();
    const { signal } = stop;
    visualViewport?.addEventListener("resize", look, { signal });
    visualViewport?.addEventListener("scroll", look, { signal });
    addEventListener("resize", look, { signal });
    addEventListener("focusin", look, { signal });
    addEventListener("focusout", look, { signal });
    return () => {
      stop.abort();
      clear();
    };
  }, []);
  return shown;
};
