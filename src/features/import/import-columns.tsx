import { useState } from "react";
import type { ImportReading, ImportSummary, PeopleColumn } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/check-field.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import styles from "./import.module.css";
import { COLUMNS } from "./people-import.ts";

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

interface ReadingFieldsProps {
  reading: ImportReading;
  /** Whether the file is text, which has an encoding and a separator. */
  isText: boolean;
  /** Whether letters of some rows look wrong, or somebody has said that they are right. */
  hasOdd?: boolean;
  onReading: (reading: ImportReading) => void;
}

const ReadingFields = ({ reading, isText, hasOdd = false, onReading }: ReadingFieldsProps) => {
  const text = useText();
  return (
    <div className={styles.reading}>
      {isText ? (
        <>
          <ChoiceField
            label={text("staff-import.encoding")}
            value={reading.encoding ?? ""}
            options={ENCODINGS}
            onChange={(encoding) => onReading({ ...reading, encoding: encoding || null })}
          />
          <ChoiceField
            label={text("staff-import.separator")}
            value={reading.separator ?? ""}
            options={[
              [",", text("staff-import.separator-comma")],
              [";", text("staff-import.separator-semicolon")],
              ["\t", text("staff-import.separator-tab")],
            ]}
            onChange={(separator) => onReading({ ...reading, separator: separator || null })}
          />
        </>
      ) : null}
      <ChoiceField
        label={text("staff-import.date-order")}
        value={reading.date_order ?? ""}
        options={[
          ["", text("staff-import.date-order-none")],
          ["day-first", text("staff-import.date-order-day")],
          ["month-first", text("staff-import.date-order-month")],
        ]}
        onChange={(order) => onReading({ ...reading, date_order: order || null })}
      />
      {hasOdd ? (
        <CheckField
          className={styles.choice}
          checked={reading.odd_letters}
          onChange={(odd_letters) => onReading({ ...reading, odd_letters })}
        >
          {text("staff-import.odd-letters")}
        </CheckField>
      ) : null}
    </div>
  );
};

interface SheetFieldsProps {
  summary: ImportSummary;
  reading: ImportReading;
  onReading: (reading: ImportReading) => void;
}

/** Which sheet of a workbook is read and which row has the headings, and what is left out. */
const SheetFields = ({ summary, reading, onReading }: SheetFieldsProps) => {
  const text = useText();
  const { sheets, heads, hidden_rows, hidden_more } = summary;
  const visible = sheets.filter(({ name, hidden }) => !hidden || name === summary.sheet);
  const left = sheets.filter((sheet) => !visible.includes(sheet)).map(({ name }) => name);
  return (
    <>
      {visible.length > 1 ? (
        <p role="status">{text("staff-import.sheets-one", { count: visible.length })}</p>
      ) : null}
      {left.length > 0 ? (
        <p role="status">{text("staff-import.sheets-hidden", { names: left.join(", ") })}</p>
      ) : null}
      {hidden_rows.length > 0 ? (
        <p role="status">
          {text("staff-import.rows-hidden", {
            rows: `${hidden_rows.join(", ")}${hidden_more ? " …" : ""}`,
          })}
        </p>
      ) : null}
      <div className={styles.reading}>
        {visible.length > 1 ? (
          <ChoiceField
            label={text("staff-import.sheet")}
            value={reading.sheet ?? ""}
            options={visible.map(({ name }) => [name, name])}
            onChange={(name) => {
              const unread = { titles_row: null, columns: null };
              const { titles_row, columns } = name === summary.sheet ? summary : unread;
              onReading({ ...reading, sheet: name, titles_row, columns });
            }}
          />
        ) : null}
        {heads.length > 1 && reading.sheet === summary.sheet ? (
          <ChoiceField
            label={text("staff-import.titles-row")}
            value={String(reading.titles_row ?? "")}
            options={heads.map(({ row, cells }) => [
              String(row),
              `${row}: ${cells.filter(Boolean).join(" · ").slice(0, 60)}`,
            ])}
            onChange={(row) => {
              const titles_row = Number(row);
              const columns = titles_row === summary.titles_row ? summary.columns : null;
              onReading({ ...reading, titles_row, columns });
            }}
          />
        ) : null}
      </div>
    </>
  );
};

interface ImportColumnsProps {
  summary: ImportSummary;
  onCheck: (reading: ImportReading) => Promise<void>;
}

const readingOf = (summary: ImportSummary): ImportReading => {
  const { columns, encoding, separator, date_order, odd_letters, sheet, titles_row } = summary;
  return { columns, encoding, separator, date_order, odd_letters, sheet, titles_row };
};

/** What the columns of a table are, and how its file is read. */
export const ImportColumns = ({ summary, onCheck }: ImportColumnsProps) => {
  const text = useText();
  const [reading, setReading] = useState(readingOf(summary));
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
        <PlainTable
          headings={[
            text("staff-import.title-of"),
            [text("staff-import.examples"), styles.examples],
            text("staff-import.meaning"),
          ]}
          className={styles.columns}
        >
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
                        {text(`staff-import.column-${column}`)}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {isChanged ? (
        <Button onClick={() => onCheck(reading)}>{text("staff-import.check-again")}</Button>
      ) : null}
    </section>
  );
};

/** The problems of a file that another encoding or separator may mend. */
const MENDABLE: readonly string[] = ["table/wrong_encoding", "table/quote_not_closed"];

interface UnreadTableProps {
  problem: string;
  onCheck: (reading: ImportReading) => Promise<void>;
}

/** A file that was not read as a table: how to read it. */
export const UnreadTable = ({ problem, onCheck }: UnreadTableProps) => {
  const text = useText();
  const [reading, setReading] = useState<ImportReading>({
    columns: null,
    encoding: "utf-8",
    separator: ",",
    date_order: null,
    odd_letters: false,
    sheet: null,
    titles_row: null,
  });
  if (!MENDABLE.includes(problem)) return null;
  return (
    <>
      <ReadingFields reading={reading} isText onReading={setReading} />
      <Button onClick={() => onCheck(reading)}>{text("staff-import.check-again")}</Button>
    </>
  );
};
