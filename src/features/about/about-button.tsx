import { useText } from "../../i18n/use-text.ts";
import styles from "./about.module.css";

/** Opens what there is to know about the app, before one is in. */
export const AboutButton = ({ onClick }: { onClick: () => void }) => {
  const text = useText();
  return (
    <button type="button" className={styles.opener} onClick={onClick}>
      {text("about.title")}
    </button>
  );
};
