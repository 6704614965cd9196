import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { Dialog } from "../../../app-context/dialog.tsx";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { MessageFields } from "../../../app-context/message-fields.tsx";
import { useForm } from "../../../app-context/use-form.ts";
import type { FailureTable } from "../../../core/match-failure.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./message-dialog.module.css";
import { type Recipients, useMessageToMany } from "./message-to-many.ts";

const FAILURES = {
  404: "desk-students.not-found",
  409: "desk-students.limit",
  else: "desk-students.not-sent",
} as const satisfies FailureTable;

interface MessageDialogProps {
  /** What the dialog is called, such as "Message to 3 students". */
  title: string;
  to: Recipients;
  /** The names of those who get it, if they were chosen one by one. */
  names: readonly string[];
  onClose: () => void;
  /** Called when the school has it. @param count how many got it */
  onSent: (count: number) => void;
}

/** Writes a message to one or several students. What was written is kept until it is sent. */
export const MessageDialog = ({ title, to, names, onClose, onSent }: MessageDialogProps) => {
  const text = useText();
  const message = useMessageToMany();
  const { subject, body, isSending, failure } = useSnapshot(message.state, { sync: true });
  const isForOne = "students" in to && to.students.length === 1;

  useEffect(() => message.open(), [message]);

  const form = useForm<"subject" | "body">({
    required: { subject: "tutor-talk.subject-missing", body: "desk-students.body-missing" },
    async send() {
      const count = await message.send(to);
      if (count !== null) onSent(count);
      return undefined;
    },
  });

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form.ref}
        noValidate
        aria-label={title}
        className={styles.form}
        onSubmit={form.onSubmit}
      >
        {names.length > 0 ? <p className={styles.names}>{names.join(", ")}</p> : null}
        {isForOne ? null : <p className={styles.soft}>{text("desk-students.each-own")}</p>}
        <MessageFields
          words={{ subject, body }}
          form={form}
          rows={7}
          readOnly={isSending}
          onWrite={message.write}
        />
        <FailureNotice failure={failure} messages={FAILURES} className={styles.error} />
        <p>
          <button type="submit" className="button" aria-disabled={isSending || undefined}>
            {text("tutor-talk.send")}
          </button>
        </p>
      </form>
    </Dialog>
  );
};
