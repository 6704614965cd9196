import { useText } from "../../i18n/use-text.ts";
import styles from "./about.module.css";

/** Opens the About dialog before sign-in. */
export const AboutButton = ({ onClick }: { onClick: () => void }) => {
  const text = useText();
  return (
    <button type="button" className={styles.opener} onClick={onClick}>
      {text("about.title")}
    </button>
  );
};
