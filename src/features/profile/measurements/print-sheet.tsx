import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../../app-context/use-app.ts";
import { useMeasureText } from "../../../app-context/use-measure-text.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { groupName, measureName } from "../../../core/measure-messages.ts";
import { GROUPS, type Values } from "../../../domain/measurements/fields.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./print-sheet.module.css";

/** The groups in two columns. The second group has the girths, which are almost half of all measures. */
const COLUMNS = [GROUPS.slice(0, 2), GROUPS.slice(2)];

/** A page with all measures, visible only in print. A missing measure has a line to write on. */
export const PrintSheet = ({ table, onPrinted }: { table: Measurement; onPrinted: () => void }) => {
  const { user } = useSnapshot(useApp().session.state);
  const text = useText();
  const { formatDate } = useIntl();
  const { number, unit } = useMeasureText(table.units);
  const values: Values = table.values;
  const person = [user?.firstName, user?.lastName].filter(Boolean).join(" ");

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is printed once
  useEffect(() => {
    addEventListener("afterprint", onPrinted);
    print();
    return () => removeEventListener("afterprint", onPrinted);
  }, []);

  return (
    <div className={styles.paper} aria-hidden="true">
      <h1>
        <bdi>{table.name}</bdi>
      </h1>
      <p>
        <bdi>{person}</bdi>
        {person && table.updated ? " · " : null}
        {table.updated ? formatDate(table.updated, { dateStyle: "long" }) : null}
      </p>
      <div className={styles.columns}>
        {COLUMNS.map((groups) => (
          <div key={groups[0]?.key}>
            {groups.map(({ key, fields }) => (
              <section key={key}>
                <h2>{text(groupName(key))}</h2>
                {fields.map((field) => {
                  const value = values[field] ?? null;
                  return (
                    <div key={field} className={styles.row}>
                      <span>{text(measureName(field))}</span>
                      <b dir="ltr">{value === null ? "" : number(value, field)}</b>
                      <span>{unit(field)}</span>
                    </div>
                  );
                })}
              </section>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
};
