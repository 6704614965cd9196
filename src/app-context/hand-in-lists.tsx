import type { Assignment, Pin } from "../contract/assignments.ts";
import { textIn } from "../domain/translated.ts";
import { useReads } from "../i18n/use-reads.ts";

/*
 * What the student's assignments and the tutors' desk show alike.
 */

interface CriteriaListProps {
  criteria: Assignment["criteria"];
  className: string | undefined;
  headingId: string;
}

/** How an assignment is judged, in the person's language or in that of its author. */
export const CriteriaList = ({ criteria, className, headingId }: CriteriaListProps) => {
  const reads = useReads();
  return (
    <ul className={className} aria-labelledby={headingId}>
      {criteria.map(({ translations }, at) => {
        const { text, language } = textIn(translations, "text", reads);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a criterion is identified by its position
          <li key={at} lang={language} dir="auto">
            {text}
          </li>
        );
      })}
    </ul>
  );
};

interface PinListProps {
  pins: readonly Pin[];
  className?: string | undefined;
  /** Absent where words above it tell. */
  label?: string;
}

/** The comments that are pinned to a file, with their numbers; nothing if there are none. */
export const PinList = ({ pins, className, label }: PinListProps) =>
  pins.length > 0 ? (
    <ol className={className} aria-label={label}>
      {pins.map((pin, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pin is identified by its number
        <li key={at}>
          <span dir="auto">{pin.text}</span>
        </li>
      ))}
    </ol>
  ) : null;
