import { Link, useLocation } from "wouter";
import { DESK, DESK_STUDENTS } from "../../app-context/desk-links.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./desk-nav.module.css";

export interface DeskNavProps {
  /** Absent on screens without shortcuts. */
  onKeys?: () => void;
}

/** The parts of the desk, and the list of its keys. */
export const DeskNav = ({ onKeys }: DeskNavProps) => {
  const text = useText();
  const [path] = useLocation();
  const isStudents = path === DESK_STUDENTS || path.startsWith(`${DESK_STUDENTS}/`);
  const queue = isStudents ? undefined : path === DESK ? "page" : "true";
  const students = isStudents ? (path === DESK_STUDENTS ? "page" : "true") : undefined;
  return (
    <nav className={styles.nav} aria-label={text("desk.name")}>
      <Link href={DESK} aria-current={queue}>
        {text("desk.queue")}
      </Link>
      <Link href={DESK_STUDENTS} aria-current={students}>
        {text("desk-students.name")}
      </Link>
      {onKeys ? (
        <button type="button" onClick={onKeys}>
          {text("desk.keys")}
        </button>
      ) : null}
    </nav>
  );
};
