import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import { useMeasureText } from "../../../app-context/use-measure-text.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { measureName } from "../../../core/measure-messages.ts";
import { FIELD_KEYS, type FieldKey, type Values } from "../../../domain/measurements/fields.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./measurements.module.css";

/** The measures that determine a garment size. */
const MAIN: readonly FieldKey[] = ["height", "bust_girth", "waist_girth", "hip_girth"];

interface TableCardProps {
  table: Measurement;
  unsaved: boolean;
  /** Renders its buttons. `about` is the id of the element with its name. */
  buttons?: (about: string) => ReactNode;
}

/** A summary of a table: its name, date and main measures. */
export const TableCard = ({ table, unsaved, buttons }: TableCardProps) => {
  const text = useText();
  const id = useId();
  const { formatDate } = useIntl();
  const { full } = useMeasureText(table.units);
  const values: Values = table.values;
  const filled = FIELD_KEYS.filter((field) => (values[field] ?? null) !== null).length;
  const main = MAIN.flatMap((field) => {
    const value = values[field] ?? null;
    return value === null ? [] : [[field, full(value, field)] as const];
  });
  return (
    <div className={styles.card} data-default={table.is_default || undefined}>
      <header className={styles.head}>
        <h3 id={id}>
          <bdi>{table.name}</bdi>
        </h3>
        {table.is_default ? (
          <span className={styles.mark}>{text("measurements.default")}</span>
        ) : null}
      </header>
      <p className={styles.about}>
        {[
          table.updated &&
            text("measurements.updated", {
              date: formatDate(table.updated, { dateStyle: "long" }),
            }),
          text("measurements.filled", { filled, all: FIELD_KEYS.length }),
        ]
          .filter(Boolean)
          .join(" · ")}
        {unsaved ? <strong>{text("measurements.unsaved")}</strong> : null}
      </p>
      {main.length > 0 ? (
        <dl className={styles.main}>
          {main.map(([field, value]) => (
            <div key={field}>
              <dt>{text(measureName(field))}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {buttons ? <div className={styles.buttons}>{buttons(id)}</div> : null}
    </div>
  );
};
