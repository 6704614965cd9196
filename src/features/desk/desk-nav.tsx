import { Link, useLocation } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./desk-nav.module.css";

export interface DeskNavProps {
  onKeys: () => void;
}

/** The parts of the desk, and the list of its keys. */
export const DeskNav = ({ onKeys }: DeskNavProps) => {
  const text = useText();
  const [path] = useLocation();
  return (
    <nav className={styles.nav} aria-label={text("desk.name")}>
      <Link href={DESK} aria-current={path === DESK ? "page" : "true"}>
        {text("desk.queue")}
      </Link>
      <button type="button" onClick={onKeys}>
        {text("desk.keys")}
      </button>
    </nav>
  );
};
