import type { TABLE_ENCODINGS, TABLE_SEPARATORS } from "../../contract/staff-import.ts";

/** The formats of tables that people bring and take along. */
export const TABLE_FORMATS = ["csv", "xlsx"] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

export const TABLE_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** A value of a table; null is an empty cell. */
export type Cell = string | number | null;

export interface TableRow {
  /** Its number as spreadsheets count: the titles are in row 1, and empty rows count. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Whether a filter or somebody has hidden it. */
  readonly isHidden?: boolean;
}

export interface TableSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

export type TableEncoding = (typeof TABLE_ENCODINGS)[number];

export type TableSeparator = (typeof TABLE_SEPARATORS)[number];

/** The most rows of a table besides its titles, and the most columns. */
export const MAX_TABLE_ROWS = 100_000;
export const MAX_TABLE_COLUMNS = 200;
/** The most characters of a cell: as many as a spreadsheet takes. */
export const MAX_CELL_LENGTH = 32_767;

/** Why a file is no table that can be read. */
export type TableProblemCode =
  | "table/empty"
  | "table/not_a_table"
  /** A workbook in the format of Excel 97 to 2003, which is not read. */
  | "table/old_excel"
  /** A zip file that is no workbook, such as one of another program. */
  | "table/no_workbook"
  | "table/damaged"
  /** A workbook within a zip that has a password. */
  | "table/encrypted"
  /** A workbook packed by a method that spreadsheets do not use, such as bzip2. */
  | "table/unknown_compression"
  | "table/wrong_encoding"
  | "table/quote_not_closed"
  | "table/too_many_rows"
  | "table/too_many_columns"
  | "table/long_cell"
  /** Inflated, it is more than any table of people, or more than can be read in good time. */
  | "table/too_large";

/** Thrown for a file that cannot be read as a table; people can understand and mend it. */
export class TableProblem extends Error {
  override name = "TableProblem";
  readonly code: TableProblemCode;
  /** The row at which it was noticed; null: none. */
  readonly row: number | null;

  constructor(code: TableProblemCode, row: number | null = null) {
    super(row === null ? code : `${code} in row ${row}`);
    this.code = code;
    this.row = row;
  }
}

/** Cuts the empty cells at the end of a row. @throws TableProblem if it has too many cells or a long one */
export const checkedCells = (row: number, cells: readonly string[]): readonly string[] => {
  let length = cells.length;
  while (length > 0 && cells[length - 1] === "") length -= 1;
  if (length > MAX_TABLE_COLUMNS) throw new TableProblem("table/too_many_columns", row);
  const kept = cells.slice(0, length);
  if (kept.some((cell) => cell.length > MAX_CELL_LENGTH)) {
    throw new TableProblem("table/long_cell", row);
  }
  return kept;
};
