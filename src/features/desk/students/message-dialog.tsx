import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from "../../../domain/conversations.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import styles from "./message-dialog.module.css";
import { type MessageFailure, type Recipients, useMessageToMany } from "./message-to-many.ts";

const FAILURES = {
  "not-sent": "desk-students.not-sent",
  "not-found": "desk-students.not-found",
  limit: "desk-students.limit",
} as const satisfies Record<MessageFailure, MessageId>;

export interface MessageDialogProps {
  /** What the dialog is called, such as "Message to 3 students". */
  title: string;
  to: Recipients;
  /** The names of those who get it, if they were chosen one by one. */
  names: readonly string[];
  onClose: () => void;
  /** Called when the school has it. @param count how many got it */
  onSent: (count: number) => void;
}

type Missing = Partial<Record<"subject" | "body", MessageId>>;

/** Writes a message to one or several students. What was written is kept until it is sent. */
export const MessageDialog = ({ title, to, names, onClose, onSent }: MessageDialogProps) => {
  const text = useText();
  const message = useMessageToMany();
  const form = useRef<HTMLFormElement>(null);
  const { subject, body, isSending, failure } = useSnapshot(message.state, { sync: true });
  const [missing, setMissing] = useState<Missing>({});
  const isForOne = "students" in to && to.students.length === 1;

  useEffect(() => message.open(), [message]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const found: Missing = {};
    if (!subject.trim()) found.subject = "tutor-talk.subject-missing";
    if (!body.trim()) found.body = "desk-students.body-missing";
    setMissing(found);
    const first = found.subject ? "subject" : found.body ? "body" : null;
    if (first) {
      (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
      return;
    }
    const count = await message.send(to);
    if (count !== null) onSent(count);
  };

  const write = (change: { subject?: string; body?: string }) => {
    setMissing({});
    message.write(change);
  };

  return (
    <Dialog title={title} about="message" closeLabel={text("dialog.close")} onClose={onClose}>
      <form ref={form} noValidate aria-label={title} className={styles.form} onSubmit={submit}>
        {names.length > 0 ? <p className={styles.names}>{names.join(", ")}</p> : null}
        {isForOne ? null : <p className={styles.soft}>{text("desk-students.each-own")}</p>}
        <Field
          label={text("tutor-talk.subject")}
          name="subject"
          dir="auto"
          autoComplete="off"
          maxLength={MAX_SUBJECT_LENGTH}
          value={subject}
          readOnly={isSending}
          error={missing.subject && text(missing.subject)}
          onChange={(event) => write({ subject: event.currentTarget.value })}
        />
        <TextArea
          label={text("tutor-talk.message")}
          name="body"
          rows={7}
          maxLength={MAX_BODY_LENGTH}
          value={body}
          readOnly={isSending}
          error={missing.body && text(missing.body)}
          onChange={(value) => write({ body: value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            form.current?.requestSubmit();
          }}
        />
        {failure ? (
          <p role="alert" className={styles.error}>
            {text(FAILURES[failure])}
          </p>
        ) : null}
        <p>
          <button type="submit" className="button" aria-disabled={isSending || undefined}>
            {text("tutor-talk.send")}
          </button>
        </p>
      </form>
    </Dialog>
  );
};
