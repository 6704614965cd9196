import { useState } from "react";
import type { ImportReading, ImportSummary, PeopleColumn } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import table from "../../ui/table.module.css";
import styles from "./import.module.css";
import { columnMessages } from "./import-messages.ts";
import { ReadingFields } from "./reading-fields.tsx";
import { SheetFields } from "./sheet-fields.tsx";

export interface ImportColumnsProps {
  summary: ImportSummary;
  /** Checks the table once more. */
  onCheck: (reading: ImportReading) => Promise<void>;
}

const COLUMNS = Object.keys(columnMessages) as PeopleColumn[];

const readingOf = (summary: ImportSummary): ImportReading => {
  const { columns, encoding, separator, date_order, odd_letters, sheet, titles_row } = summary;
  return { columns, encoding, separator, date_order, odd_letters, sheet, titles_row };
};

/** What the columns of a table are, and how its file is read. */
export const ImportColumns = ({ summary, onCheck }: ImportColumnsProps) => {
  const text = useText();
  const [reading, setReading] = useState(readingOf(summary));
  const [isAsked, setAsked] = useState(false);
  const { titles, sample, format } = summary;
  const columns = reading.columns ?? [];
  const hasOdd =
    summary.odd_letters ||
    summary.rows.some(({ errors }) => errors.some(({ problem }) => problem === "odd-letters"));
  const isChanged = JSON.stringify(reading) !== JSON.stringify(readingOf(summary));
  const nameOf = (title: string, at: number) =>
    title || text("staff-import.untitled", { number: at + 1 });

  /** A column is there once: where it was before, it is left out. */
  const choose = (at: number, chosen: PeopleColumn | null) =>
    setReading({
      ...reading,
      columns: titles.map((_, each) => {
        if (each === at) return chosen;
        const column = columns[each] ?? null;
        return column === chosen ? null : column;
      }),
    });
  const check = async () => {
    if (isAsked) return;
    setAsked(true);
    await onCheck(reading);
    setAsked(false);
  };

  return (
    <section className="sheet" aria-labelledby="import-columns">
      <h2 id="import-columns">{text("staff-import.columns")}</h2>
      <SheetFields summary={summary} reading={reading} onReading={setReading} />
      <p>{text("staff-import.columns-hint")}</p>
      <ReadingFields
        reading={reading}
        isText={format === "csv"}
        hasOdd={hasOdd}
        onReading={setReading}
      />
      {/* Another row of headings has other columns, which are known once the table is checked again. */}
      {reading.columns === null ? null : (
        <table className={`${table.table} ${styles.columns}`}>
          <thead>
            <tr>
              <th scope="col">{text("staff-import.title-of")}</th>
              <th scope="col" className={styles.examples}>
                {text("staff-import.examples")}
              </th>
              <th scope="col">{text("staff-import.meaning")}</th>
            </tr>
          </thead>
          <tbody>
            {titles.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that is theirs alone
              <tr key={at}>
                <th scope="row">
                  <bdi>{nameOf(title, at)}</bdi>
                </th>
                <td className={styles.examples}>
                  <bdi>
                    {sample
                      .map((cells) => cells[at])
                      .filter(Boolean)
                      .join(" · ")}
                  </bdi>
                </td>
                <td>
                  <select
                    aria-label={text("staff-import.meaning-of", { title: nameOf(title, at) })}
                    value={columns[at] ?? ""}
                    onChange={({ currentTarget: { value } }) =>
                      choose(at, (value || null) as PeopleColumn | null)
                    }
                  >
                    <option value="">{text("staff-import.leave-out")}</option>
                    {COLUMNS.map((column) => (
                      <option key={column} value={column}>
                        {text(columnMessages[column])}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isChanged ? (
        <button
          type="button"
          className="button"
          aria-disabled={isAsked || undefined}
          onClick={() => void check()}
        >
          {text("staff-import.check-again")}
        </button>
      ) : null}
    </section>
  );
};
