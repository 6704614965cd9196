import { useEffect, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { UP } from "../../ui/icon-paths.ts";
import styles from "./scroll-to-top.module.css";

/** The scroll position in CSS pixels from which the button is shown. */
const THRESHOLD = 30;

export const ScrollToTop = () => {
  const text = useText();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = () => setShown(scrollY > THRESHOLD);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return shown ? (
    <button
      type="button"
      className={styles.top}
      aria-label={text("top.label")}
      onClick={() => {
        scrollTo({ top: 0 });
        document.getElementById("content")?.focus({ preventScroll: true });
      }}
    >
      <Icon path={UP} />
    </button>
  ) : null;
};
