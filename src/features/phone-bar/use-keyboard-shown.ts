import { useEffect, useState } from "react";

/** On-screen keyboards are higher; the address bars of browsers are lower. In CSS pixels. */
const MIN_KEYBOARD_HEIGHT = 150;

const TYPED_IN =
  "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=button])";

/** The part of the screen that is not covered, whatever its zoom. */
const freeHeight = (): number =>
  visualViewport ? visualViewport.height * visualViewport.scale : innerHeight;

/**
 * Whether a keyboard is on the screen: a field has the focus, and the page has much less height than
 * it had before at this width. Browsers make either the page or only its visible part smaller.
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
      setShown(isTyping && highest - height >= MIN_KEYBOARD_HEIGHT);
    };
    const stop = new AbortController();
    const { signal } = stop;
    visualViewport?.addEventListener("resize", look, { signal });
    addEventListener("resize", look, { signal });
    addEventListener("focusin", look, { signal });
    addEventListener("focusout", look, { signal });
    return () => stop.abort();
  }, []);
  return shown;
};
