import { addDays } from "../../domain/calendar.ts";
import { unquoteFormula } from "./formula-text.ts";
import { columnOf, createMergedCells, type MergedArea, readMergedCells } from "./merged-cells.ts";
import { withMask } from "./number-mask.ts";
import {
  checkedCells,
  MAX_CELL_LENGTH,
  MAX_TABLE_COLUMNS,
  MAX_TABLE_ROWS,
  TableProblem,
  type TableRow,
  type TableSheet,
} from "./table-format.ts";
import { readContents, readWorkbook, type Workbook } from "./workbook-parts.ts";
import { parseXml, unescapeCell } from "./xml-events.ts";
import { openZipFile } from "./zip-file.ts";

/** Day 0 of a workbook, with the 29th of February 1900 that never was. */
const DAY_0 = "1899-12-30";
const DAY_0_OF_1904 = "1904-01-01";
const FIRST_RIGHT_DAY = 61;
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;

/** The day of a number as ISO 8601; null for what is no day, such as a time. */
const dayOf = (value: number, { is1904 }: Workbook): string | null => {
  const days = Math.floor(value);
  if (days < 1 || days > LAST_DAY) return null;
  if (is1904) return addDays(DAY_0_OF_1904, days);
  return addDays(DAY_0, days < FIRST_RIGHT_DAY ? days + 1 : days);
};

interface ReadCell {
  readonly type: string;
  readonly style: number;
  readonly text: string;
}

const cellText = ({ type, style, text }: ReadCell, workbook: Workbook): string => {
  if (text === "") return "";
  if (type === "s") return workbook.sharedTexts[Number(text)] ?? "";
  if (type === "inlineStr" || type === "str") return unescapeCell(text);
  if (type === "b") return text === "1" ? "TRUE" : "FALSE";
  if (type === "d") return text.slice(0, 10);
  const value = Number(text);
  if (type === "e" || text.trim() === "" || Number.isNaN(value)) return text;
  const day = workbook.showsDay[style] ? dayOf(value, workbook) : null;
  if (day !== null) return day;
  // More digits than a number holds are kept.
  const digits = /^\d+$/.test(text) ? text : String(value);
  const mask = workbook.masks[style];
  return mask ? withMask(digits, mask) : digits;
};

/** Collects the cells of rows while a sheet is parsed. */
const createSheetEvents = (workbook: Workbook, areas: readonly MergedArea[]) => {
  const merged = createMergedCells(areas);
  let rows: TableRow[] = [];
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let type = "";
  let style = 0;
  let text = "";
  let isValue = false;
  let isSound = false;
  let isInData = false;
  let isHidden = false;

  const openRow = ({ r: number, hidden }: Readonly<Record<string, string>>) => {
    const named = Number(number ?? row + 1);
    if (!Number.isInteger(named) || named <= row) throw new TableProblem("table/damaged", row);
    row = named;
    isHidden = hidden === "1" || hidden === "true";
    merged.openRow(row);
    column = -1;
    cells = [];
  };

  const closeCell = () => {
    const value = cellText({ type, style, text }, workbook);
    if (value === "" || merged.hides(column)) return;
    // Some programs write rows to the end of the sheet, with nothing in them.
    if (row > MAX_TABLE_ROWS + 1) throw new TableProblem("table/too_many_rows");
    if (column >= MAX_TABLE_COLUMNS) throw new TableProblem("table/too_many_columns", row);
    while (cells.length < column) cells.push("");
    cells[column] = unquoteFormula(value);
  };

  return {
    /** The rows that are complete since the last call. */
    take(): readonly TableRow[] {
      const complete = rows;
      rows = [];
      return complete;
    },
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === "sheetData") isInData = true;
      if (!isInData) return;
      if (name === "row") openRow(attributes);
      else if (name === "c") {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? "n";
        style = Number(attributes.s ?? 0);
        text = "";
      } else if (name === "rPh") isSound = true;
      isValue = (name === "v" || name === "t") && !isSound;
    },
    text(piece: string) {
      if (!isValue) return;
      text += piece;
      if (text.length > MAX_CELL_LENGTH) throw new TableProblem("table/long_cell", row);
    },
    close(name: string) {
      isValue = false;
      if (name === "sheetData") isInData = false;
      else if (name === "rPh") isSound = false;
      else if (!isInData) return;
      else if (name === "c") closeCell();
      else if (name === "row" && cells.length > 0) {
        rows.push({ row, cells: checkedCells(row, cells), ...(isHidden && { isHidden }) });
      }
    },
  };
};

/** The sheets of a workbook that have cells. @throws TableProblem */
export const listSheets = async (file: string): Promise<TableSheet[]> => {
  const zip = await openZipFile(file);
  try {
    const { sheets } = await readContents(zip);
    return sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  } finally {
    await zip.close();
  }
};

/**
 * Reads a sheet of a workbook row by row. Days come as ISO 8601. Rows without a value are left out.
 * @throws TableProblem
 */
export async function* readXlsx(file: string, name: string): AsyncGenerator<TableRow> {
  const zip = await openZipFile(file);
  try {
    const contents = await readContents(zip);
    const sheet = contents.sheets.find((each) => each.name === name);
    if (!sheet) throw new TableProblem("table/damaged");
    const events = createSheetEvents(
      await readWorkbook(zip, contents),
      await readMergedCells(zip, sheet.path),
    );
    for await (const _ of parseXml(zip.read(sheet.path), events)) yield* events.take();
    yield* events.take();
  } finally {
    await zip.close();
  }
}
