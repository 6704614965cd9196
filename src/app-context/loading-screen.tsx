import { useText } from "../i18n/use-text.ts";
import styles from "./loading-screen.module.css";

/** Shown while the courses or the code of a screen are loading. */
export const LoadingScreen = () => {
  const text = useText();
  return (
    <div className={styles.boot} role="progressbar" aria-label={text("boot.loading")}>
      <span className={styles.tape} />
      <span>{text("boot.loading")}</span>
    </div>
  );
};
