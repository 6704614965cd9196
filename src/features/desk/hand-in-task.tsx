import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { CriteriaList } from "../../app-context/hand-in-lists.tsx";
import type { Upload } from "../../contract/assignments.ts";
import { mediaTypeOf } from "../../domain/media-type.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { VoicePlayer } from "../../ui/voice-player.tsx";
import { PinLists } from "./answer-form.tsx";
import { AttemptFile, AttemptFiles } from "./attempt-files.tsx";
import styles from "./work.module.css";
import type { Work } from "./work.ts";

/** What the student was asked to do, and how it is judged. */
export const Task = ({ work }: { work: Work }) => {
  const text = useText();
  const criteriaId = useId();
  const { value, task } = useSnapshot(work.state);
  const [isOpen, setIsOpen] = useState(false);
  const sheet = value?.hand_in.instructions;
  const criteria = task?.criteria ?? [];
  if (!sheet && criteria.length === 0) return null;
  const name = sheet?.split("/").at(-1) ?? "";
  return (
    <Fold heading={text("desk.task")} onToggle={() => setIsOpen(true)}>
      {criteria.length > 0 ? (
        <>
          <h3 id={criteriaId}>{text("desk.criteria")}</h3>
          <CriteriaList criteria={criteria} className={styles.criteria} headingId={criteriaId} />
        </>
      ) : null}
      {sheet && isOpen ? (
        <AttemptFile
          file={{ name, type: mediaTypeOf(name) ?? "" }}
          fetch={work.files.sheet}
          pages={[]}
          readOnly
        />
      ) : null}
    </Fold>
  );
};

interface LastAttemptProps {
  work: Work;
  attempt: Upload;
}

/** The attempt before at the same assignment, as it was marked, with what was said about it. */
export const LastAttempt = ({ work, attempt }: LastAttemptProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { date, files, feedback } = attempt;
  return (
    <section className={styles.attempt} aria-label={text("desk.last-attempt")}>
      <h2>
        {text("desk.last-attempt")}
        {date ? <small>{formatDate(date, { dateStyle: "medium" })}</small> : null}
      </h2>
      {feedback?.text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long remark is scrolled by the keyboard
        <blockquote dir="auto" tabIndex={0}>
          {feedback.text}
        </blockquote>
      ) : (
        <p>{text("desk.last-attempt-silent")}</p>
      )}
      {feedback?.voice ? (
        <VoicePlayer
          label={text("desk.voice")}
          missing={text("desk-failure.file")}
          retry={text("screen.retry")}
          load={() => work.files.voice(attempt)}
        />
      ) : null}
      <PinLists files={files} pinsOf={(at) => files[at]?.marked?.pins ?? []} />
      <AttemptFiles files={files} isDrawn={(at) => Boolean(files[at]?.marked)}>
        {(file, at) => (
          <AttemptFile
            key={at}
            file={file.marked ?? file}
            fetch={() => work.files.ofAttempt(attempt, at)}
            pages={[]}
            readOnly
          />
        )}
      </AttemptFiles>
    </section>
  );
};
