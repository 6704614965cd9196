import { useState } from "react";
import { useText } from "../../../../i18n/use-text.ts";
import { Button } from "../../../../ui/button.tsx";
import { readTable, type TableText, writtenTable } from "../writing/table-text.ts";
import { type InsertDialogProps, InsertForm } from "./insert-form.tsx";
import styles from "./inserts.module.css";

const EMPTY: TableText = {
  rows: Array.from({ length: 3 }, () => ["", "", ""]),
  rule: [],
};

interface TableDialogProps extends Pick<InsertDialogProps, "language" | "onInsert" | "onClose"> {
  /** The table that is there, as it is written; absent: a new one. */
  present?: string;
}

/** A table, cell by cell. Tab goes to the next one. */
export const TableDialog = ({ language, present, onInsert, onClose }: TableDialogProps) => {
  const text = useText();
  const [table, setTable] = useState<TableText>(
    () => (present === undefined ? null : readTable(present)) ?? EMPTY,
  );
  const { rows, rule } = table;
  const width = rows[0]?.length ?? 0;
  const write = (row: number, column: number, words: string) =>
    setTable({
      rule,
      rows: rows.map((cells, at) => (at === row ? cells.with(column, words) : cells)),
    });
  return (
    <InsertForm
      title={text(present === undefined ? "staff-text.insert-table" : "staff-text.edit-table")}
      act={present === undefined ? undefined : text("staff-text.apply")}
      isReady={rows.some((cells) => cells.some((cell) => cell.trim() !== ""))}
      onSubmit={() => onInsert(writtenTable(table))}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
      <section className={styles.grid} aria-label={text("staff-text.cells")} tabIndex={0}>
        <table>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that names them
              <tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing else that names them
                  <td key={column}>
                    <input
                      aria-label={text(row === 0 ? "staff-text.head-cell" : "staff-text.cell", {
                        row,
                        column: column + 1,
                      })}
                      data-head={row === 0 || undefined}
                      dir="auto"
                      lang={language}
                      value={cell}
                      onChange={(event) => write(row, column, event.currentTarget.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.acts}>
        <Button
          quiet
          onClick={() =>
            setTable({ rule, rows: [...rows, Array.from({ length: width }, () => "")] })
          }
        >
          {text("staff-text.add-row")}
        </Button>
        <Button quiet onClick={() => setTable({ rule, rows: rows.map((cells) => [...cells, ""]) })}>
          {text("staff-text.add-column")}
        </Button>
        <Button
          quiet
          disabled={rows.length <= 2}
          onClick={() => setTable({ rule, rows: rows.slice(0, -1) })}
        >
          {text("staff-text.remove-row")}
        </Button>
        <Button
          quiet
          disabled={width <= 1}
          onClick={() =>
            setTable({ rule: rule.slice(0, -1), rows: rows.map((cells) => cells.slice(0, -1)) })
          }
        >
          {text("staff-text.remove-column")}
        </Button>
      </p>
    </InsertForm>
  );
};
