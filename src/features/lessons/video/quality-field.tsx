import { useId } from "react";
import { useIntl } from "react-intl";
import { type FilmForm, type FilmSize, sizeOfForm } from "../../../domain/film-forms.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useFileSize } from "../../../i18n/use-file-size.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./lesson-video.module.css";

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
