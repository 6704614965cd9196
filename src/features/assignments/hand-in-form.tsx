import { type FormEvent, useLayoutEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import type { Assignment } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { ATTACHMENT_ACCEPT, usePickerTexts } from "../../core/use-picker-texts.ts";
import { MAX_ATTACHMENTS, MAX_COMMENT_LENGTH } from "../../domain/attachment.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { FilePicker, type PickedFile } from "../../ui/file-picker.tsx";
import { Tape } from "../../ui/tape.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { DraftCheck } from "../draft-check/public.ts";
import { type HandIn, handInMessages } from "./assignment-hand-in.ts";
import styles from "./assignments.module.css";

interface HandInFormProps {
  handIn: HandIn;
  assignment: Pick<Assignment, "id" | "draft">;
  /** The address of a lesson; null if it is in no course of the person. */
  stepHref: (lesson: Id) => string | null;
  onHandedIn: () => void;
}

/** A form for files and a comment, with the progress of the upload. */
export const HandInForm = ({ handIn, assignment, stepHref, onHandedIn }: HandInFormProps) => {
  const text = useText();
  const { texts, refused } = usePickerTexts();
  const { comment, progress, failure } = useSnapshot(handIn.state, { sync: true });
  const { files, refusals } = useSnapshot(handIn.attachments.state);
  const button = useRef<HTMLButtonElement>(null);
  const busy = progress !== null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await handIn.upload();
    if (handIn.state.outcome === "handed-in") onHandedIn();
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {assignment.draft ? (
        <DraftCheck
          assignment={assignment.id}
          draft={assignment.draft}
          lessonHref={stepHref}
          onDraft={handIn.setDraft}
        />
      ) : null}
      <FilePicker
        files={files as readonly PickedFile[]}
        refusals={refused(refusals)}
        accept={ATTACHMENT_ACCEPT}
        disabled={busy}
        texts={{ ...texts, choose: text("assignments.choose") }}
        onAdd={(chosen) => void handIn.attachments.add(chosen)}
        onRemove={handIn.attachments.remove}
      />
      <TextArea
        label={text("assignments.comment")}
        maxLength={MAX_COMMENT_LENGTH}
        value={comment}
        onChange={handIn.setComment}
      />
      <FailureNotice
        failure={failure}
        messages={handInMessages}
        values={{ count: MAX_ATTACHMENTS }}
        className={styles.failure}
      />
      <div className={styles.send}>
        <button
          ref={button}
          type="submit"
          className="button"
          // Not disabled while sending, so that it keeps the focus.
          aria-disabled={busy || undefined}
        >
          {text("assignments.upload")}
        </button>
        {progress ? (
          <UploadProgress handIn={handIn} onGone={() => button.current?.focus()} />
        ) : null}
      </div>
    </form>
  );
};

const UploadProgress = ({ handIn, onGone }: { handIn: HandIn; onGone: () => void }) => {
  const text = useText();
  const size = useFileSize();
  const { progress } = useSnapshot(handIn.state);
  const cancel = useRef<HTMLButtonElement>(null);
  const { sent, total } = progress ?? { sent: 0, total: 0 };
  const words = text("assignments.sent-of", { sent: size(sent), total: size(total) });
  const allSent = total > 0 && sent >= total;

  const latest = useRef(onGone);
  latest.current = onGone;
  // Called while the button is still on the page and has the focus.
  useLayoutEffect(() => {
    const element = cancel.current;
    return () => {
      if (document.activeElement === element) latest.current();
    };
  }, []);

  return (
    <>
      <button
        ref={cancel}
        type="button"
        className="button quiet"
        // Once all bytes are sent, the hand-in may have arrived.
        aria-disabled={allSent || undefined}
        onClick={handIn.cancel}
      >
        {text("assignments.cancel")}
      </button>
      <div className={styles.progress}>
        <Tape value={sent} max={total} label={text("assignments.uploading")} text={words} />
        <small aria-hidden="true">{words}</small>
      </div>
    </>
  );
};
