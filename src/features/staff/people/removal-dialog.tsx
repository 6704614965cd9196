import { useEffect, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import type { Removal } from "../../../contract/staff-people.ts";
import type { Id } from "../../../contract/wire.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { refusalMessage } from "./actions.ts";
import styles from "./person.module.css";
import { readRemoval, removePerson } from "./person-calls.ts";

/** What goes or stays, with its number. Other kinds have their own names. */
const WHAT: Readonly<Record<string, MessageId>> = {
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
        const message = WHAT[what];
        return <li key={what}>{message ? text(message, { count }) : `${what}: ${count}`}</li>;
      })}
    </ul>
  );
};

export interface RemovalDialogProps {
  id: Id;
  name: string;
  onClose: () => void;
  onRemoved: () => void;
}

/** Shows what goes and what stays, and then removes the person for good. */
export const RemovalDialog = ({ id, name, onClose, onRemoved }: RemovalDialogProps) => {
  const { send } = useApp().transport;
  const text = useText();
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    void readRemoval(send, id).then((answer) => {
      if (answer.ok) setRemoval(answer.value);
      else setFailure(answer.failure);
    });
  }, [send, id]);

  const remove = async () => {
    if (isBusy || !removal) return;
    setIsBusy(true);
    setFailure(null);
    const answer = await removePerson(send, id);
    setIsBusy(false);
    if (answer.ok) onRemoved();
    else setFailure(answer.failure);
  };

  return (
    <Dialog
      title={text("staff-people.remove-name", { name })}
      about="removal"
      closeLabel={text("dialog.close")}
      onClose={onClose}
    >
      {removal ? (
        <>
          <h3>{text("staff-people.goes")}</h3>
          <CountedList counted={removal.goes} />
          <h3>{text("staff-people.stays")}</h3>
          <CountedList counted={removal.stays} />
          <p>{text("staff-people.remove-help")}</p>
        </>
      ) : null}
      {removal || failure !== null ? null : <p role="status">{text("staff-people.loading")}</p>}
      {failure === null ? null : (
        <p role="alert" className={styles.error}>
          {text(refusalMessage(failure))}
        </p>
      )}
      <p className={styles.buttons}>
        <button
          type="button"
          className={`button ${styles.danger}`}
          aria-disabled={isBusy || !removal || undefined}
          onClick={() => void remove()}
        >
          {text("staff-people.remove-now")}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          {text("staff-people.cancel")}
        </button>
      </p>
    </Dialog>
  );
};
