import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Dialog } from "../../app-context/dialog.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useApp } from "../../app-context/use-app.ts";
import type { Removal } from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { type CallFailure, codeOf } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useBusy } from "../../ui/use-busy.ts";
import { RefusedList } from "./action-dialog.tsx";
import { peopleMessages, readRemoval, removePeople } from "./actions.ts";
import styles from "./person.module.css";

/** What goes or stays, with its number. Other kinds have their own names. */
export const REMOVED: Readonly<Record<string, MessageId>> = {
  people: "staff-people.count",
  subscription: "staff-people.what-courses",
  progress: "staff-people.what-lessons",
  note: "staff-people.what-notes",
  measurement: "staff-people.what-measurements",
  upload: "staff-people.what-hand-ins",
  file: "staff-people.what-files",
  conversation: "staff-people.what-conversations",
  message: "staff-people.what-messages",
  serial_number: "staff-people.what-serials",
  activation: "staff-people.what-computers",
  teaches: "staff-people.what-taught",
  saved_comment: "staff-people.what-comments",
  answers: "staff-people.what-answers",
  messages: "staff-people.what-messages-to-others",
  changes: "staff-people.what-changes",
};

const CountedList = ({ counted }: { counted: Removal["goes"] }) => {
  const text = useText();
  if (counted.length === 0) return <p>{text("staff-people.nothing")}</p>;
  return (
    <ul>
      {counted.map(({ what, count }) => {
        const message = REMOVED[what];
        return <li key={what}>{message ? text(message, { count }) : `${what}: ${count}`}</li>;
      })}
    </ul>
  );
};

interface RemovalDialogProps {
  /** The people to remove, by their ids. */
  people: ReadonlyMap<Id, string>;
  onClose: () => void;
  onRemoved: (count: number) => void;
}

/**
 * Shows what goes and what stays, and then removes people for good. Who removes several types their number: a
 * filter may have chosen more than one thinks.
 */
export const RemovalDialog = ({ people, onClose, onRemoved }: RemovalDialogProps) => {
  const { send } = useApp().transport;
  const text = useText();
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, whileBusy] = useBusy();
  const [typed, setTyped] = useState("");
  const [one] = people.size === 1 ? people.values() : [];
  const count = removal?.people ?? 0;
  const mayRemove = count > 0 && (one !== undefined || typed.replace(/\D/g, "") === String(count));

  const read = useCallback(async () => {
    const answer = await readRemoval(send, people);
    if (answer.ok) setRemoval(answer.value);
    else setFailure(answer.failure);
  }, [send, people]);

  useEffect(() => void read(), [read]);

  const remove = (event: FormEvent) => {
    event.preventDefault();
    if (!mayRemove) return;
    void whileBusy(async () => {
      setFailure(null);
      const answer = await removePeople(send, people, count);
      if (answer.ok) return onRemoved(answer.value.people);
      setFailure(answer.failure);
      if (codeOf(answer.failure) !== "person/changed") return;
      setTyped("");
      await read();
    });
  };

  return (
    <Dialog
      title={
        one === undefined
          ? text("staff-people.remove-now")
          : text("staff-people.remove-name", { name: one })
      }
      onClose={onClose}
    >
      {removal && removal.refused.length > 0 ? (
        <RefusedList refused={removal.refused} people={people}>
          {text("staff-people.not-removed")}
        </RefusedList>
      ) : null}
      {removal && count > 0 ? (
        <>
          {one === undefined ? (
            <>
              <h3>{text("staff-people.who")}</h3>
              <ul className={styles.names}>
                {[...people]
                  .filter(([id]) => !removal.refused.some((each) => each.id === id))
                  .map(([id, name]) => (
                    <li key={id}>
                      <bdi>{name}</bdi>
                    </li>
                  ))}
              </ul>
            </>
          ) : null}
          <h3>{text("staff-people.goes")}</h3>
          <CountedList
            counted={
              one === undefined ? [{ what: "people", count }, ...removal.goes] : removal.goes
            }
          />
          <h3>{text("staff-people.stays")}</h3>
          <CountedList counted={removal.stays} />
          <p>{text("staff-people.remove-help")}</p>
        </>
      ) : null}
      {removal || failure ? null : <p role="status">{text("staff-people.loading")}</p>}
      <FailureNotice failure={failure} messages={peopleMessages} className={styles.error} />
      <form onSubmit={remove}>
        {one === undefined && count > 0 ? (
          <Field
            label={text("staff-people.type-count", { count })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        <p className={styles.buttons}>
          <button
            type="submit"
            className={`button ${styles.danger}`}
            aria-disabled={isBusy || !mayRemove || undefined}
          >
            {text("staff-people.remove-now")}
          </button>
          <Button quiet onClick={onClose}>
            {text("staff-people.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
};
