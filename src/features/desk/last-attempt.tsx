import { useIntl } from "react-intl";
import type { Upload } from "../../contract/assignments.ts";
import { useText } from "../../i18n/use-text.ts";
import { VoicePlayer } from "../../ui/voice-player.tsx";
import { AttemptFile } from "./attempt-file.tsx";
import { FilesView } from "./files-view.tsx";
import { PinLists } from "./pin-lists.tsx";
import styles from "./work.module.css";
import type { Work } from "./work.ts";

export interface LastAttemptProps {
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
          load={() => work.files.voice(attempt)}
        />
      ) : null}
      <PinLists files={files} pinsOf={(at) => files[at]?.marked?.pins ?? []} />
      <FilesView files={files} isDrawn={(at) => Boolean(files[at]?.marked)}>
        {(at) => {
          const file = files[at]?.marked ?? files[at];
          return file ? (
            <AttemptFile
              key={at}
              file={file}
              fetch={() => work.files.ofAttempt(attempt, at)}
              pages={[]}
              readOnly
            />
          ) : null;
        }}
      </FilesView>
    </section>
  );
};
