import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { deskCountsOf } from "./desk-counts.ts";
import styles from "./desk-link.module.css";

/** An icon: a table with sheets on it. */
const TABLE = "M3 11h18M5 11v9m14-9v9M7 11V5h7v6M16 11V8h3";

/** A larger number is not worth its width. */
const MOST = 99;

/** The link to the desk in the header, with the number of what waits. */
const DeskLink = () => {
  const app = useApp();
  const text = useText();
  const [path] = useLocation();
  const counts = deskCountsOf(app);
  const { counts: known, isMissing } = useSnapshot(counts.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the screen is another
  useEffect(() => {
    void counts.load();
  }, [counts, path]);

  if (isMissing) return null;
  const waiting = known ? known.hand_ins + known.messages : 0;
  const isHere = path === DESK || path.startsWith(`${DESK}/`);
  return (
    <Link
      className={styles.link}
      href={DESK}
      aria-current={isHere ? (path === DESK ? "page" : "true") : undefined}
    >
      <Icon path={TABLE} />
      <span className={styles.word}>{text("desk.name")}</span>
      {waiting > 0 ? (
        <>
          <span className={styles.count} aria-hidden="true">
            {waiting > MOST ? `${MOST}+` : waiting}
          </span>{" "}
          <span className="unseen">{text("desk.link-waiting", { count: waiting })}</span>
        </>
      ) : null}
    </Link>
  );
};

export default DeskLink;
