import type { ImportReading, ImportSummary } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./import.module.css";

export interface SheetFieldsProps {
  summary: ImportSummary;
  reading: ImportReading;
  onReading: (reading: ImportReading) => void;
}

/** Which sheet of a workbook is read and which row has the headings, and what is left out. */
export const SheetFields = ({ summary, reading, onReading }: SheetFieldsProps) => {
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
          <SelectField
            label={text("staff-import.sheet")}
            value={reading.sheet ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onReading({
                ...reading,
                ...{ sheet: value, titles_row: null, columns: null },
                ...(value === summary.sheet && {
                  titles_row: summary.titles_row,
                  columns: summary.columns,
                }),
              })
            }
          >
            {visible.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : null}
        {heads.length > 1 && reading.sheet === summary.sheet ? (
          <SelectField
            label={text("staff-import.titles-row")}
            value={reading.titles_row ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const titles_row = Number(value);
              const columns = titles_row === summary.titles_row ? summary.columns : null;
              onReading({ ...reading, titles_row, columns });
            }}
          >
            {heads.map(({ row, cells }) => (
              <option key={row} value={row}>
                {`${row}: ${cells.filter(Boolean).join(" · ").slice(0, 60)}`}
              </option>
            ))}
          </SelectField>
        ) : null}
      </div>
    </>
  );
};
