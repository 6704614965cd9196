import type { ReactNode, RefObject } from "react";
import { ChooseCell } from "./choose-cell.tsx";
import { SortHead } from "./sort-head.tsx";
import styles from "./table.module.css";

export interface DataColumn<Sort extends string> {
  readonly name: string;
  /** What the column sorts by; null: it does not sort. */
  readonly sort: Sort | null;
  readonly className: string | undefined;
}

export interface DataTableProps<Row extends { readonly id: unknown }, Sort extends string> {
  /** What the table is called, for screen readers. */
  caption: string;
  /** The name of the box that chooses all rows. */
  chooseAll: string;
  columns: readonly DataColumn<Sort>[];
  /** How the table is sorted. */
  sorted: { readonly sort: Sort; readonly order: "ascending" | "descending" };
  rows: readonly Row[];
  /** The chosen rows by their ids. */
  chosen: ReadonlyMap<Row["id"], string>;
  body: RefObject<HTMLTableSectionElement | null>;
  onSort: (sort: Sort) => void;
  onChoose: (row: Row, isChosen: boolean) => void;
  /** Draws a row. */
  children: (row: Row, isChosen: boolean) => ReactNode;
}

/** A table whose headings sort it, and whose first column chooses rows. */
export const DataTable = <Row extends { readonly id: unknown }, Sort extends string>({
  caption,
  chooseAll,
  columns,
  sorted,
  rows,
  chosen,
  body,
  onSort,
  onChoose,
  children,
}: DataTableProps<Row, Sort>) => {
  const count = rows.filter(({ id }) => chosen.has(id)).length;
  const isAll = count > 0 && count === rows.length;
  return (
    <table className={styles.table}>
      <caption className={styles.hidden}>{caption}</caption>
      <thead>
        <tr>
          <ChooseCell
            label={chooseAll}
            isChosen={isAll}
            isPart={count > 0 && !isAll}
            onChoose={(areChosen) => {
              for (const row of rows) onChoose(row, areChosen);
            }}
          />
          {columns.map(({ name, sort, className }) => (
            <SortHead
              key={name}
              className={className}
              order={sort !== null && sort === sorted.sort ? sorted.order : undefined}
              onSort={sort === null ? undefined : () => onSort(sort)}
            >
              {name}
            </SortHead>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>{rows.map((row) => children(row, chosen.has(row.id)))}</tbody>
    </table>
  );
};
