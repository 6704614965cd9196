import { useSnapshot } from "valtio";
import { Link, Redirect, useLocation } from "wouter";
import { DESK, DESK_STUDENTS } from "../../app-context/desk-links.ts";
import { PROFILE, TUTOR_TALK } from "../../app-context/links.ts";
import { STAFF_PARTS } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { isStaff } from "../../domain/staff-rights.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import styles from "./desk-nav.module.css";

/** Whether a part of the desk is the present page, or contains it. */
const placeIn = (part: string, path: string): "page" | "true" | undefined => {
  if (path === part) return "page";
  return path.startsWith(`${part}/`) ? "true" : undefined;
};

/** The parts of the desk, and the list of its keys; not on screens without shortcuts. */
export const DeskNav = ({ onKeys }: { onKeys?: () => void }) => {
  const text = useText();
  const [path] = useLocation();
  const { level } = useSnapshot(useApp().session.state);
  const isElsewhere = [DESK_STUDENTS, ...STAFF_PARTS.map((part) => part.path)].some((part) =>
    placeIn(part, path),
  );
  const queue = isElsewhere ? undefined : path === DESK ? "page" : "true";
  return (
    <nav className={styles.nav} aria-label={text("desk.name")}>
      <Link href={DESK} aria-current={queue}>
        {text("desk.queue")}
      </Link>
      <Link href={DESK_STUDENTS} aria-current={placeIn(DESK_STUDENTS, path)}>
        {text("desk-students.name")}
      </Link>
      {isStaff(level)
        ? STAFF_PARTS.filter(({ from = 0 }) => level >= from).map((part) => (
            <Link key={part.path} href={part.path} aria-current={placeIn(part.path, path)}>
              {text(part.name)}
            </Link>
          ))
        : null}
      {onKeys ? (
        <button type="button" onClick={onKeys}>
          {text("desk.keys")}
        </button>
      ) : null}
    </nav>
  );
};

/** At a school without a desk: the screens where tutors answer there. */
export const NoDesk = () => {
  const text = useText();
  // The app has led here itself, after signing in.
  if (history.state?.landing) return <Redirect to={PROFILE} replace />;
  return (
    <Empty what={text("desk.none-here")} hint={text("desk.none-here-hint")}>
      <Link className="button quiet" href="/assignments">
        {text("assignments.title")}
      </Link>{" "}
      <Link className="button quiet" href={TUTOR_TALK}>
        {text("tutor-talk.title")}
      </Link>
    </Empty>
  );
};
