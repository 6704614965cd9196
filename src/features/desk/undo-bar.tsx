import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { handInPath } from "../../app-context/desk-links.ts";
import { type FailureTable, matchFailure } from "../../core/match-failure.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { useKeys } from "./keys.tsx";
import styles from "./undo-bar.module.css";
import { useDesk } from "./use-desk.ts";

/** A screen reader says what comes into a region that is there already. */
const SAY_AFTER_MS = 200;

const FAILURES = {
  // The student has been told.
  refused: "desk.undo-told",
  else: "desk.undo-failed",
} as const satisfies FailureTable;

const hold = (event: Event) => event.preventDefault();

/** Asks before the page is closed, as long as something would be lost. */
export const useHeldPage = (isHeld: boolean) =>
  useEffect(() => {
    if (!isHeld) return;
    addEventListener("beforeunload", hold);
    return () => removeEventListener("beforeunload", hold);
  }, [isHeld]);

/**
 * Says that an answer is being sent, has been given or was not sent, and takes it back while the student does
 * not know of it.
 */
export const UndoBar = () => {
  const { counts, given } = useDesk();
  const text = useText();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { last, failure, busy, sending, unsent } = useSnapshot(given.state);
  const isSending = sending.length > 0;
  const [isHeard, setIsHeard] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsHeard(true), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => void given.resume(), [given]);

  useHeldPage(isSending);

  const undo = async () => {
    const isFirst = given.state.last?.isFirst;
    const id = await given.undo();
    if (id === null) return;
    if (isFirst) counts.add("hand_ins", 1);
    navigate(handInPath(id, search && `?${search}`));
  };
  useKeys({ u: () => void undo() });

  // The form says itself that its answer was not sent.
  const lost = unsent && handInPath(unsent.id) !== path ? unsent : null;
  const failed = failure && matchFailure(failure as CallFailure, FAILURES);
  const words = () => {
    const [open] = sending;
    if (open) return text("desk.sending", { name: open.student });
    if (lost) return text("desk.unsent", { name: lost.student });
    if (!last) return null;
    return failed ? text(failed) : text(`desk.${last.decision}`, { name: last.student });
  };
  return (
    <div className={styles.bar} data-shown={isSending || lost || last ? "" : undefined}>
      <p role="status">{isHeard ? words() : null}</p>
      {lost && !isSending ? (
        <Link className="button quiet" href={handInPath(lost.id, search && `?${search}`)}>
          {text("desk.key-open")}
        </Link>
      ) : null}
      {last && !lost && !isSending && failed !== FAILURES.refused ? (
        <Button quiet aria-keyshortcuts="u" disabled={busy} onClick={() => void undo()}>
          {text("desk.undo")}{" "}
          <span aria-hidden="true" className={styles.key}>
            U
          </span>
        </Button>
      ) : null}
    </div>
  );
};
