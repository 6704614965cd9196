import { useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { MEASUREMENTS } from "../../../app-context/links.ts";
import { useMeasureText } from "../../../app-context/use-measure-text.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { groupName, measureName } from "../../../core/measure-messages.ts";
import { type FieldKey, GROUPS, type Values } from "../../../domain/measurements/fields.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./compare.module.css";

const measureOf = (table: Measurement | undefined, field: FieldKey): number | null =>
  (table?.values as Values | undefined)?.[field] ?? null;

/** The difference between two of these tables, field by field. */
export const CompareTables = ({ tables }: { tables: readonly Measurement[] }) => {
  const text = useText();
  const id = useId();
  const { formatDate } = useIntl();
  const heading = useRef<HTMLHeadingElement>(null);
  const byTime = tables.toSorted((a, b) => (a.updated ?? "").localeCompare(b.updated ?? ""));
  const [earlierId, setEarlier] = useState(byTime.at(-2)?.id);
  const [laterId, setLater] = useState(byTime.at(-1)?.id);
  const [onlyChanges, setOnlyChanges] = useState(false);
  const earlier = tables.find((table) => table.id === earlierId) ?? byTime[0];
  const later = tables.find((table) => table.id === laterId) ?? byTime.at(-1);
  const { number, unit, difference } = useMeasureText(later?.units ?? "cm");
  useEffect(() => heading.current?.focus(), []);

  const change = (field: FieldKey): string => {
    const [before, after] = [measureOf(earlier, field), measureOf(later, field)];
    return before === null || after === null ? "" : difference(before, after, field);
  };
  const shown = GROUPS.map(({ key, fields }) => ({
    key,
    fields: fields.filter((field) =>
      onlyChanges
        ? change(field) !== ""
        : measureOf(earlier, field) !== null || measureOf(later, field) !== null,
    ),
  })).filter(({ fields }) => fields.length > 0);

  const choice = (
    label: MessageId,
    chosen: Measurement | undefined,
    choose: (index: number) => void,
  ) => (
    <label className={styles.choice}>
      {text(label)}
      <select
        value={chosen ? byTime.indexOf(chosen) : -1}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {byTime.map((table, index) => (
          <option key={table.id} value={index}>
            {table.updated
              ? // A name in the other direction would draw the date to itself.
                `\u2068${table.name}\u2069 (${formatDate(table.updated, { dateStyle: "medium" })})`
              : table.name}
          </option>
        ))}
      </select>
    </label>
  );

  const cell = (table: Measurement | undefined, field: FieldKey) => {
    const value = measureOf(table, field);
    return value === null ? (
      <>
        <span aria-hidden="true">–</span>
        <span className="unseen">{text("measuring.not-measured")}</span>
      </>
    ) : (
      <span dir="ltr">{number(value, field)}</span>
    );
  };

  const changeCell = (field: FieldKey) => {
    const changed = change(field);
    if (changed) return <span dir="ltr">{changed}</span>;
    const both = measureOf(earlier, field) !== null && measureOf(later, field) !== null;
    return both ? <span className="unseen">{text("measuring.unchanged")}</span> : null;
  };

  return (
    <section className="sheet" aria-labelledby={id}>
      <p className={styles.back}>
        <Link className="tap" href={MEASUREMENTS}>
          {text("measuring.back")}
        </Link>
      </p>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        {text("measuring.compare-heading")}
      </h2>
      <div className={styles.choices}>
        {choice("measuring.earlier", earlier, (index) => setEarlier(byTime[index]?.id))}
        {choice("measuring.later", later, (index) => setLater(byTime[index]?.id))}
        <label className={styles.only}>
          <input
            type="checkbox"
            checked={onlyChanges}
            onChange={() => setOnlyChanges(!onlyChanges)}
          />
          {text("measuring.only-changes")}
        </label>
      </div>
      <p role="status" className={styles.same}>
        {GROUPS.some(({ fields }) => fields.some(change)) ? "" : text("measuring.same")}
      </p>
      {shown.length > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text("measuring.measure")}</th>
              <th scope="col">
                <bdi>{earlier?.name}</bdi>
              </th>
              <th scope="col">
                <bdi>{later?.name}</bdi>
              </th>
              <th scope="col">{text("measuring.change")}</th>
            </tr>
          </thead>
          {shown.map(({ key, fields }) => (
            <tbody key={key}>
              <tr>
                <th scope="rowgroup" colSpan={4}>
                  {text(groupName(key))}
                </th>
              </tr>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">
                    {text(measureName(field))} <small>{unit(field)}</small>
                  </th>
                  <td>{cell(earlier, field)}</td>
                  <td>{cell(later, field)}</td>
                  <td>{changeCell(field)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      ) : null}
    </section>
  );
};
