import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { MessageFields } from "../../app-context/message-fields.tsx";
import { useForm } from "../../app-context/use-form.ts";
import type { Message } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { ATTACHMENT_ACCEPT, usePickerTexts } from "../../core/use-picker-texts.ts";
import { MAX_ATTACHMENTS } from "../../domain/attachment.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { FilePicker } from "../../ui/file-picker.tsx";
import styles from "./message-form.module.css";
import { messageFailures, type UnsentMessage } from "./unsent-messages.ts";
import { useTutorTalk } from "./use-tutor-talk.ts";

interface MessageFormProps {
  /** The accessible name of the form. */
  name: string;
  unsent: UnsentMessage;
  /** Whether it starts a conversation, which needs a subject. */
  withSubject?: boolean;
  /** The subject, if the person does not write it. */
  about?: string;
  onSent?: (message: Message) => void;
}

/** A form for a message with files. Input is kept until the school has it. */
export const MessageForm = ({
  name,
  unsent,
  withSubject = false,
  about,
  onSent,
}: MessageFormProps) => {
  const text = useText();
  const size = useFileSize();
  const { texts, refused } = usePickerTexts();
  const { subject, body, sending, failure } = useSnapshot(unsent.state, { sync: true });
  const { files, refusals } = useSnapshot(unsent.attachments.state);
  const isSending = sending !== null;

  const form = useForm<"subject" | "body">({
    required: withSubject ? { subject: "tutor-talk.subject-missing" } : {},
    check: () => (body.trim() || files.length > 0 ? {} : { body: "tutor-talk.body-missing" }),
    async send() {
      const message = await unsent.send(about);
      if (message) onSent?.(message);
      return undefined;
    },
  });

  return (
    <form
      ref={form.ref}
      noValidate
      aria-label={name}
      className={styles.form}
      onSubmit={form.onSubmit}
    >
      <MessageFields
        words={{ subject, body }}
        form={form}
        withSubject={withSubject}
        rows={5}
        readOnly={isSending}
        onWrite={unsent.write}
      />
      <FilePicker
        files={files}
        refusals={refused(refusals)}
        accept={ATTACHMENT_ACCEPT}
        disabled={isSending}
        texts={{ ...texts, choose: text("tutor-talk.attach") }}
        onAdd={(chosen) => void unsent.attachments.add(chosen)}
        onRemove={unsent.attachments.remove}
      />
      <FailureNotice
        failure={failure}
        messages={messageFailures}
        values={{ count: MAX_ATTACHMENTS }}
        className={styles.error}
      />
      <div className={styles.end}>
        <button type="submit" className="button" aria-disabled={isSending || undefined}>
          {text("tutor-talk.send")}
        </button>
        {sending ? (
          <>
            <progress
              aria-label={text("tutor-talk.sending")}
              max={sending.total || 1}
              value={sending.sent}
            />
            {sending.total > 0 ? (
              <small>
                {text("tutor-talk.sent-of", {
                  sent: size(sending.sent),
                  total: size(sending.total),
                })}
              </small>
            ) : null}
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                // The button is removed with the upload that it cancels.
                form.ref.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
                unsent.cancel();
              }}
            >
              {text("tutor-talk.cancel")}
            </button>
          </>
        ) : null}
      </div>
    </form>
  );
};

interface MessageAboutProps {
  upload: Id;
  /** The subject of the conversation, if it begins with this message. */
  subject: string;
  onSent: (message: Message) => void;
}

const MessageAbout = ({ upload, subject, onSent }: MessageAboutProps) => (
  <MessageForm
    name={useText()("tutor-talk.answer")}
    unsent={useTutorTalk().unsentMessages.about(upload)}
    about={subject}
    onSent={onSent}
  />
);

export default MessageAbout;
