import { type RefObject, useEffect, useState } from "react";
import { directionOf } from "../../../domain/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { Captions } from "./captions.ts";
import styles from "./transcript.module.css";

export interface TranscriptProps {
  captions: Captions;
  /** The player; its element is null while the video cannot be played. */
  video: RefObject<HTMLVideoElement | null>;
  /** Whether the video can be played, so that its lines lead to their place. */
  playable: boolean;
}

/** Such as `1:05`. */
const timeOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** The captions of a video as a text beside it. Each line leads to its place in the video. */
export const Transcript = ({ captions, video, playable }: TranscriptProps) => {
  const text = useText();
  const { texts, language } = captions;
  const [present, setPresent] = useState(-1);

  useEffect(() => {
    const element = video.current;
    if (!playable || !element) return;
    const note = () => {
      const { currentTime: now } = element;
      setPresent(texts.findIndex(({ start, end }) => start <= now && now < end));
    };
    note();
    element.addEventListener("timeupdate", note);
    return () => element.removeEventListener("timeupdate", note);
  }, [video, playable, texts]);

  const goTo = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds;
  };

  return (
    <details className={styles.transcript}>
      <summary>{text("video.transcript")}</summary>
      <ol lang={language} dir={directionOf(language)}>
        {texts.map(({ start, text: line }, index) => {
          const content = (
            <>
              <bdi className={styles.time} dir="ltr">
                {timeOf(start)}
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
    </details>
  );
};
