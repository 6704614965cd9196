import type { ImportReading } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./import.module.css";

/** The encodings with the languages for which they are used; their names are the same in all languages. */
const ENCODINGS = [
  ["utf-8", "UTF-8"],
  ["utf-16le", "UTF-16 LE"],
  ["utf-16be", "UTF-16 BE"],
  ["windows-1252", "Windows-1252 (de, en, es, fr)"],
  ["windows-1253", "Windows-1253 (el)"],
  ["windows-1254", "Windows-1254 (tr)"],
  ["windows-1255", "Windows-1255 (he)"],
  ["macintosh", "Mac OS Roman (de, en, es, fr)"],
  ["ibm850", "DOS 850 (de, en, es, fr)"],
  ["ibm857", "DOS 857 (tr)"],
  ["ibm737", "DOS 737 (el)"],
  ["ibm862", "DOS 862 (he)"],
] as const satisfies readonly (readonly [NonNullable<ImportReading["encoding"]>, string])[];

export interface ReadingFieldsProps {
  reading: ImportReading;
  /** Whether the file is text, which has an encoding and a separator. */
  isText: boolean;
  /** Whether letters of some rows look wrong, or somebody has said that they are right. */
  hasOdd?: boolean;
  onReading: (reading: ImportReading) => void;
}

/** How a file is read: encoding, separator, and the order of dates. */
export const ReadingFields = ({
  reading,
  isText,
  hasOdd = false,
  onReading,
}: ReadingFieldsProps) => {
  const text = useText();
  return (
    <div className={styles.reading}>
      {isText ? (
        <>
          <SelectField
            label={text("staff-import.encoding")}
            value={reading.encoding ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onReading({ ...reading, encoding: value as ImportReading["encoding"] })
            }
          >
            {ENCODINGS.map(([encoding, name]) => (
              <option key={encoding} value={encoding}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={text("staff-import.separator")}
            value={reading.separator ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onReading({ ...reading, separator: value as ImportReading["separator"] })
            }
          >
            <option value=",">{text("staff-import.separator-comma")}</option>
            <option value=";">{text("staff-import.separator-semicolon")}</option>
            <option value={"\t"}>{text("staff-import.separator-tab")}</option>
          </SelectField>
        </>
      ) : null}
      <SelectField
        label={text("staff-import.date-order")}
        value={reading.date_order ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onReading({ ...reading, date_order: (value || null) as ImportReading["date_order"] })
        }
      >
        <option value="">{text("staff-import.date-order-none")}</option>
        <option value="day-first">{text("staff-import.date-order-day")}</option>
        <option value="month-first">{text("staff-import.date-order-month")}</option>
      </SelectField>
      {hasOdd ? (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={reading.odd_letters}
            onChange={({ currentTarget }) =>
              onReading({ ...reading, odd_letters: currentTarget.checked })
            }
          />
          {text("staff-import.odd-letters")}
        </label>
      ) : null}
    </div>
  );
};
