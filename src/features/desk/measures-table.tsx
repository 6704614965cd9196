import { useIntl } from "react-intl";
import type { Measurement } from "../../contract/measurements.ts";
import { measureName } from "../../core/measure-messages.ts";
import { FIELD_KEYS, type Values } from "../../domain/measurements/fields.ts";
import { formatWithUnit } from "../../domain/measurements/format-measure.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import styles from "./student-facts.module.css";

export interface MeasuresTableProps {
  /** The student's default table; null if there is none. */
  table: Measurement | null;
  /** Whether the student's consent to store personal data is valid. */
  consent: boolean;
}

/** What a student has measured, if the student has agreed to that. */
export const MeasuresTable = ({ table, consent }: MeasuresTableProps) => {
  const text = useText();
  const { locale } = useIntl();
  const values: Values = table?.values ?? {};
  const rows = FIELD_KEYS.flatMap((field) => {
    const value = values[field] ?? null;
    return value === null || !table
      ? []
      : [[field, formatWithUnit(value, field, table.units, locale)] as const];
  });
  return (
    <Fold heading={text("measurements.title")}>
      {consent ? null : <p className={styles.soft}>{text("desk.no-consent")}</p>}
      {consent && rows.length === 0 ? (
        <p className={styles.soft}>{text("desk.no-measures")}</p>
      ) : null}
      {consent && rows.length > 0 ? (
        <table className={styles.measures}>
          <caption>
            <bdi>{table?.name}</bdi>
          </caption>
          <tbody>
            {rows.map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{text(measureName(field))}</th>
                <td>
                  <bdi>{value}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Fold>
  );
};
