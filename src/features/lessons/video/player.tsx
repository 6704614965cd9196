import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { type FilmForm, type FilmSize, sizeOfForm } from "../../../domain/film-forms.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useFileSize } from "../../../i18n/use-file-size.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./lesson-video.module.css";
import { type Track, useVideoMemory } from "./use-video-services.ts";

const NAMES = {
  small: "video.small",
  medium: "video.medium",
  whole: "video.whole",
} as const satisfies Record<FilmSize, MessageId>;

interface QualityFieldProps {
  /** The smaller forms that the school has. */
  forms: readonly FilmForm[];
  /** The one that is played; null: the film itself. */
  form: FilmForm | null;
  /** Of the film itself in bytes; null if unknown. */
  size: number | null;
  onChoose: (size: FilmSize) => void;
}

/** Shows in which form a film is played, and changes it. Nothing for a film that has one form only. */
export const QualityField = ({ forms, form, size, onChoose }: QualityFieldProps) => {
  const text = useText();
  const inWords = useFileSize();
  const id = useId();
  if (forms.length === 0) return null;
  return (
    <span className={styles.field}>
      <label htmlFor={id}>{text("video.quality")}</label>
      <select
        id={id}
        value={sizeOfForm(form)}
        onChange={({ target }) => onChoose(target.value as FilmSize)}
      >
        {[...forms, null].map((each) => {
          const name = sizeOfForm(each);
          const bytes = each?.size ?? size;
          return (
            <option key={name} value={name}>
              {text(NAMES[name])}
              {/* Isolated: an option takes no element for another direction. */}
              {bytes ? ` · \u2068${inWords(bytes)}\u2069` : ""}
            </option>
          );
        })}
      </select>
    </span>
  );
};

interface VideoDownloadProps {
  phase: "asking" | "offered" | "fetching" | "playable" | "failed";
  /** Bytes. */
  received: number;
  name: string;
  /** Of the whole video in bytes; null if unknown. */
  size: number | null;
  onFetch: () => void;
  onCancel: () => void;
}

/**
 * Shown before a video can be played: while its source is requested, or while the whole video is
 * fetched.
 */
export const VideoDownload = (props: VideoDownloadProps) => {
  const { phase, received, name, size, onFetch, onCancel } = props;
  const text = useText();
  const { formatNumber } = useIntl();
  const megabytes = (bytes: number) =>
    formatNumber(bytes / 1_000_000, {
      style: "unit",
      unit: "megabyte",
      maximumFractionDigits: 1,
    });
  if (phase === "asking") return <p role="status">{text("video.loading")}</p>;
  if (phase === "offered") {
    return (
      <button type="button" className="button" onClick={onFetch}>
        {size === null
          ? text("video.fetch", { name })
          : text("video.fetch-size", { name, size: megabytes(size) })}
      </button>
    );
  }
  const soFar = megabytes(received);
  return (
    <>
      <progress aria-label={text("video.fetching")} aria-valuetext={soFar} />
      <p>{text("video.received", { size: soFar })}</p>
      <button type="button" className="button quiet" onClick={onCancel}>
        {text("video.cancel")}
      </button>
    </>
  );
};

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
/** How often the position is saved while the video plays. */
const KEEP_SECONDS = 5;
/** Within this distance of the end the video counts as watched and starts from the beginning. */
const END_SECONDS = 1;

interface PlayerProps {
  element: RefObject<HTMLVideoElement | null>;
  url: string;
  poster: string | undefined;
  name: string;
  /** The video's name in the memory. */
  memoryName: string;
  track: Track | null;
  autoPlay: boolean;
  /** A field beside that of the speed. @param change notes the position before the address changes */
  quality: (change: () => { isPlaying: boolean }) => ReactNode;
  onFailed: () => void;
  onWorks: () => void;
}

/** The browser's player. It resumes at the saved position and speed. */
export const Player = ({ element, memoryName, track, ...props }: PlayerProps) => {
  const memory = useVideoMemory();
  const text = useText();
  const { formatNumber } = useIntl();
  const id = useId();
  const [speed, setSpeed] = useState(() => memory.recall(memoryName).speed);
  const trackElement = useRef<HTMLTrackElement>(null);
  /** The position saved last; null until the player has resumed. */
  const kept = useRef<number | null>(null);

  const keep = (video: HTMLVideoElement) => {
    if (kept.current === null) return;
    const { currentTime, duration, playbackRate } = video;
    kept.current = currentTime;
    memory.remember(
      memoryName,
      currentTime > duration - END_SECONDS ? 0 : currentTime,
      playbackRate,
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each video has its own component
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    const saveNow = () => keep(video);
    const onTracks = () => {
      const [first] = video.textTracks;
      if (first) memory.setCaptions(first.mode === "showing");
    };
    addEventListener("pagehide", saveNow);
    video.textTracks.addEventListener("change", onTracks);
    return () => {
      removeEventListener("pagehide", saveNow);
      video.textTracks.removeEventListener("change", onTracks);
      saveNow();
      kept.current = null;
      // Releases the decoder and cancels running downloads.
      video.pause();
      video.removeAttribute("src");
      video.load();
    };
  }, []);

  useLayoutEffect(() => {
    const present = trackElement.current?.track;
    if (present && track) present.mode = memory.wantsCaptions() ? "showing" : "disabled";
  }, [track, memory]);

  const choose = (chosen: number) => {
    setSpeed(chosen);
    if (element.current) element.current.playbackRate = chosen;
  };

  const noteBeforeChange = () => {
    const video = element.current;
    const isPlaying = video !== null && !video.paused;
    if (video) keep(video);
    // What the player says until it has the new address is not about this position.
    kept.current = null;
    return { isPlaying };
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the school may have no captions yet */}
      <video
        ref={element}
        className={styles.player}
        src={props.url}
        poster={props.poster}
        aria-label={props.name}
        controls
        playsInline
        autoPlay={props.autoPlay}
        preload="metadata"
        onLoadedMetadata={({ currentTarget: video }) => {
          const { position } = memory.recall(memoryName);
          if (position < video.duration - END_SECONDS) video.currentTime = position;
          video.defaultPlaybackRate = speed;
          video.playbackRate = speed;
          kept.current = position;
        }}
        onPlaying={props.onWorks}
        onPause={({ currentTarget }) => keep(currentTarget)}
        onSeeked={({ currentTarget }) => keep(currentTarget)}
        onTimeUpdate={({ currentTarget: video }) => {
          const played = Math.abs(video.currentTime - (kept.current ?? 0));
          if (played >= KEEP_SECONDS) keep(video);
        }}
        onRateChange={({ currentTarget: video }) => {
          if (kept.current === null) return;
          setSpeed(video.playbackRate);
          keep(video);
        }}
        onError={({ currentTarget: video }) => {
          // Removing the source on unmount raises an error event, which is not a failure.
          if (!video.hasAttribute("src")) return;
          keep(video);
          kept.current = null;
          props.onFailed();
        }}
      >
        {track ? (
          <track
            ref={trackElement}
            key={track.url}
            kind="captions"
            src={track.url}
            srcLang={track.language}
            label={nameOfLanguage(track.language)}
          />
        ) : null}
      </video>
      <p className={styles.line}>
        <span className={styles.field}>
          <label htmlFor={id}>{text("video.speed")}</label>
          <select id={id} value={speed} onChange={(event) => choose(Number(event.target.value))}>
            {[...new Set([...SPEEDS, speed])]
              .sort((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {`\u200e${formatNumber(each)}×\u200e`}
                </option>
              ))}
          </select>
        </span>
        {props.quality(noteBeforeChange)}
      </p>
    </>
  );
};
