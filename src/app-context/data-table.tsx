import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { ListDeclaration, SortOf } from "../contract/list.ts";
import type { Id } from "../contract/wire.ts";
import { sortBy } from "../domain/list-query.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import table from "../ui/table.module.css";
import styles from "./data-table.module.css";
import type { ListState } from "./paged-list.ts";

export interface ColumnCell<Row> {
  readonly row: Row;
}

/** A column of a table. Declare columns outside of components: then a row is drawn again only when it changes. */
export interface Column<Row, Sort extends string = never> {
  readonly name: MessageId;
  /** What the column sorts by; absent: it does not sort. */
  readonly sort?: Sort;
  readonly className?: string | undefined;
  /** What stands in the column. The first column has the row's name, which heads the row. */
  readonly Cell: (props: ColumnCell<Row>) => ReactNode;
}

/**
 * The rows of a table that somebody has chosen, by their ids. They stay when the table shows other rows.
 * @param nameOf declared in a module, not in a component, so that rows are not drawn again in vain
 */
export const useChosen = <Row extends { readonly id: Id }>(nameOf: (row: Row) => string) => {
  const [chosen, setChosen] = useState<ReadonlyMap<Id, string>>(new Map());
  const choose = useCallback(
    (row: Row, isChosen: boolean) =>
      setChosen((before) => {
        const after = new Map(before);
        if (isChosen) after.set(row.id, nameOf(row));
        else after.delete(row.id);
        return after;
      }),
    [nameOf],
  );
  return { chosen, choose, nameOf, chooseNone: () => setChosen(new Map()) };
};

/** What the boxes of a table's first column choose. */
export interface Choosing<Row> {
  readonly chosen: ReadonlyMap<Id, string>;
  readonly choose: (row: Row, isChosen: boolean) => void;
  readonly nameOf: (row: Row) => string;
}

interface ChooseCellProps {
  /** Whom or what it chooses, for screen readers. */
  label: string;
  isChosen: boolean;
  /** Whether some of several are chosen. */
  isPart?: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** The cell with the box that chooses a row, or in the head all rows. */
const ChooseCell = ({ label, isChosen, isPart = false, onChoose }: ChooseCellProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <td className={styles.choose}>
      <label data-words={label}>
        <input
          ref={box}
          type="checkbox"
          checked={isChosen}
          aria-label={label}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </label>
    </td>
  );
};

interface DataRowProps<Row> {
  row: Row;
  columns: readonly Column<Row, string>[];
  isChosen: boolean;
  /** Absent: rows are not chosen. */
  choosing: Pick<Choosing<Row>, "choose" | "nameOf"> | undefined;
  /** The message with the name of the row's box. */
  label: MessageId | undefined;
}

const DrawnRow = <Row,>({ row, columns, isChosen, choosing, label }: DataRowProps<Row>) => {
  const text = useText();
  return (
    <tr data-chosen={isChosen || undefined}>
      {choosing && label ? (
        <ChooseCell
          label={text(label, { name: choosing.nameOf(row) })}
          isChosen={isChosen}
          onChoose={(choose) => choosing.choose(row, choose)}
        />
      ) : null}
      {columns.map(({ name, className, Cell }, at) =>
        at === 0 ? (
          <th key={name} scope="row" className={className}>
            <Cell row={row} />
          </th>
        ) : (
          <td key={name} className={className} data-name={text(name)}>
            <Cell row={row} />
          </td>
        ),
      )}
    </tr>
  );
};

const isSame = (before: DataRowProps<unknown>, after: DataRowProps<unknown>): boolean =>
  before.row === after.row &&
  before.columns === after.columns &&
  before.isChosen === after.isChosen &&
  before.choosing?.choose === after.choosing?.choose;

const DataRow = memo(DrawnRow, isSame) as unknown as typeof DrawnRow;

interface DataTableProps<List extends ListDeclaration, Row extends object> {
  list: Pick<ListState<List, Row>, "declaration" | "choice" | "show" | "keyOf">;
  /** What the table is called, for screen readers. */
  caption: MessageId;
  columns: readonly Column<Row, SortOf<List>>[];
  rows: readonly Row[];
  /** Whether it is wider than some screens, and scrolls there. */
  isWide?: boolean;
  /** Absent: its rows are not chosen. `all` and `one` are the names of the boxes, `one` with `name`. */
  choosing?: Choosing<Row> & { readonly all: MessageId; readonly one: MessageId };
}

/** A table whose headings sort it. On a phone each row is a card. */
export const DataTable = <List extends ListDeclaration, Row extends object>({
  list,
  caption,
  columns,
  rows,
  isWide = false,
  choosing,
}: DataTableProps<List, Row>) => {
  const text = useText();
  const { sort: present, order } = list.choice as { sort?: string; order?: "ascending" };
  const chosen = rows.filter((row) => choosing?.chosen.has(list.keyOf(row))).length;
  const areAll = chosen > 0 && chosen === rows.length;
  const drawn = (
    <table className={`${table.table} ${styles.cards}`}>
      {isWide ? null : <caption className="unseen">{text(caption)}</caption>}
      <thead>
        <tr>
          {choosing ? (
            <ChooseCell
              label={text(choosing.all)}
              isChosen={areAll}
              isPart={chosen > 0 && !areAll}
              onChoose={(isChosen) => {
                for (const row of rows) choosing.choose(row, isChosen);
              }}
            />
          ) : null}
          {columns.map(({ name, sort, className }) => (
            <th
              key={name}
              scope="col"
              className={className}
              aria-sort={sort !== undefined && sort === present ? order : undefined}
            >
              {sort === undefined ? (
                text(name)
              ) : (
                <button
                  type="button"
                  onClick={() => list.show(sortBy(list.declaration, list.choice, sort))}
                >
                  {text(name)}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DataRow
            key={list.keyOf(row)}
            row={row}
            columns={columns}
            isChosen={choosing?.chosen.has(list.keyOf(row)) ?? false}
            choosing={choosing}
            label={choosing?.one}
          />
        ))}
      </tbody>
    </table>
  );
  return isWide ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.scroll} aria-label={text(caption)} tabIndex={0}>
      {drawn}
    </section>
  ) : (
    drawn
  );
};
