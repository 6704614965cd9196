import { useId } from "react";
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

export interface QualityFieldProps {
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
