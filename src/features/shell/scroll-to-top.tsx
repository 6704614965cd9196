import { useEffect, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Icon, UP } from "../../ui/icon.tsx";
import styles from "./scroll-to-top.module.css";

/** Pixels scrolled before the button shows. */
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
