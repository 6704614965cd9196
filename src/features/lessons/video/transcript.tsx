import { type RefObject, useEffect, useState } from "react";
import { directionOf } from "../../../domain/languages.ts";
import { clockTime, type TimedText } from "../../../domain/timed-texts.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./transcript.module.css";

interface TimedListProps {
  /** Sorted by time. */
  lines: readonly TimedText[];
  /** That of the lines. */
  language: string;
  /** The player; its element is null while the video cannot be played. */
  video: RefObject<HTMLVideoElement | null>;
  /** Whether the video can be played, so that its lines lead to their place. */
  playable: boolean;
}

/** Lines with their times. Each leads to its place in the video. */
const TimedList = ({ lines, language, video, playable }: TimedListProps) => {
  const [present, setPresent] = useState(-1);

  useEffect(() => {
    const element = video.current;
    if (!playable || !element) return;
    const note = () => {
      const { currentTime: now } = element;
      setPresent(lines.findIndex(({ start, end }) => start <= now && now < end));
    };
    note();
    element.addEventListener("timeupdate", note);
    return () => element.removeEventListener("timeupdate", note);
  }, [video, playable, lines]);

  const goTo = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds;
  };

  return (
    <ol lang={language} dir={directionOf(language)}>
      {lines.map(({ start, text: line }, index) => {
        const content = (
          <>
            <bdi className={styles.time} dir="ltr">
              {clockTime(start)}
            </bdi>
            <span className={styles.words}>{line}</span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be the same, and keep their order
          <li key={index}>
            {playable ? (
              <button
                type="button"
                aria-current={index === present || undefined}
                onClick={() => goTo(start)}
              >
                {content}
              </button>
            ) : (
              <p>{content}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
};

/** The captions of a video as a text beside it. */
export const Transcript = (props: TimedListProps) => (
  <details className={styles.transcript}>
    <summary>{useText()("video.transcript")}</summary>
    <TimedList {...props} />
  </details>
);

export const Chapters = (props: TimedListProps) => {
  const name = useText()("video.chapters");
  return (
    <nav className={`${styles.transcript} ${styles.chapters}`} aria-label={name}>
      <strong>{name}</strong>
      <TimedList {...props} />
    </nav>
  );
};
