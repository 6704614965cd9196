import { useId } from "react";
import { useMeasureText } from "../../../app-context/use-measure-text.ts";
import { measureInstruction, measureName } from "../../../core/measure-messages.ts";
import {
  FIELDS,
  type FieldKey,
  isUnusual,
  type Values,
} from "../../../domain/measurements/fields.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { EditedTable } from "./edited-table.ts";
import styles from "./editor.module.css";

interface MeasureFieldProps {
  field: FieldKey;
  table: EditedTable;
  /** It does not contain a number, and the person has left it or tried to save. */
  wrong: boolean;
  /** Whether the person is typing here. Then no question is asked yet. */
  active: boolean;
  readOnly: boolean;
  onType: (field: FieldKey, text: string) => void;
  onFocus: (field: FieldKey) => void;
  onLeave: (field: FieldKey) => void;
}

/** What the app says about a field. */
export const useRemarks = (units: EditedTable["units"]) => {
  const text = useText();
  const { full } = useMeasureText(units);
  return {
    /** Asks about an unusual value; null for a usual one. */
    question: (field: FieldKey, values: Values): string | null => {
      const value = values[field] ?? null;
      if (value === null || !isUnusual(field, value)) return null;
      const [least, most] = FIELDS[field].usual;
      return text("measuring.is-that-right", {
        least: full(least, field),
        most: full(most, field),
      });
    },
    /** Says what the field takes, if it contains something else. */
    unreadable: (field: FieldKey): string =>
      text("measuring.unreadable", { example: full(67.9, field) }),
  };
};

/** One measure: its name, number, unit, and instructions for measuring. */
export const MeasureField = ({ field, table, wrong, active, ...props }: MeasureFieldProps) => {
  const text = useText();
  const id = useId();
  const { number, unit } = useMeasureText(table.units);
  const { question, unreadable } = useRemarks(table.units);
  const value = table.values[field] ?? null;
  const shown = table.typed[field] ?? (value === null ? "" : number(value, field));
  const asked = active || wrong ? null : question(field, table.values);
  const fraction = table.units === "in" && FIELDS[field].unit === "cm";
  return (
    <div className={styles.measure}>
      <label htmlFor={id}>{text(measureName(field))}</label>
      <div className={styles.number}>
        <input
          id={id}
          name={field}
          // Fractions need keys that a numeric keyboard does not have.
          inputMode={fraction ? "text" : "decimal"}
          autoComplete="off"
          // A longer text is no measure. What is pasted together with one must not be cut off.
          maxLength={200}
          dir="ltr"
          readOnly={props.readOnly}
          value={shown}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}h ${id}m`}
          onChange={(event) => props.onType(field, event.currentTarget.value)}
          onFocus={() => props.onFocus(field)}
          onBlur={() => props.onLeave(field)}
        />
        <span aria-hidden="true">{unit(field)}</span>
      </div>
      <span id={`${id}h`} className="unseen">
        {unit(field)}. {text(measureInstruction(field))}
      </span>
      <p id={`${id}m`} className={wrong ? styles.wrong : styles.asked}>
        {wrong ? unreadable(field) : asked}
      </p>
    </div>
  );
};
