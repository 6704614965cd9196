import { addDays } from "../../domain/calendar.ts";
import { unquoteFormula } from "./formula-text.ts";
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
import { parseWholeXml, parseXml, unescapeCell } from "./xml-events.ts";
import { openZipFile, type ZipFile } from "./zip-file.ts";

/** More than any table that people make. */
const MAX_AREAS = 200_000;

/** Cells that are shown as one: only the value of the first is seen. Columns count from 0. */
interface MergedArea {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The place of a column from 0 on, such as 27 for `AB12`; null if there is none. */
const columnOf = (reference: string | undefined): number | null => {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "") ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

const areaOf = (reference: string): MergedArea | null => {
  const [first = "", last = first] = reference.split(":");
  const [left, right] = [columnOf(first), columnOf(last)];
  if (left === null || right === null) return null;
  const rowOf = (cell: string) => Number(cell.replace(/^[A-Z]+/, ""));
  return { top: rowOf(first), bottom: rowOf(last), left, right };
};

const NAME = "mergeCell";

/** Whether a part may have merged cells. They come after all cells, and few sheets have some. */
const mayHave = async (bytes: AsyncIterable<Uint8Array>): Promise<boolean> => {
  let end = "";
  for await (const piece of bytes) {
    const text = end + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
    if (text.includes(NAME)) return true;
    end = text.slice(-NAME.length);
  }
  return false;
};

/** The merged cells of a sheet, from the top on. @throws TableProblem */
const readMergedCells = async (zip: ZipFile, sheet: string): Promise<MergedArea[]> => {
  if (!(await mayHave(zip.read(sheet)))) return [];
  const areas: MergedArea[] = [];
  await parseWholeXml(zip.read(sheet), {
    open: (name, { ref = "" }) => {
      const area = name === NAME ? areaOf(ref) : null;
      if (area) areas.push(area);
      if (areas.length > MAX_AREAS) throw new TableProblem("table/too_large");
    },
  });
  return areas.sort((a, b) => a.top - b.top);
};

/** Says which cells are below merged ones, row by row. */
const createMergedCells = (areas: readonly MergedArea[]) => {
  /** The last row in which each column is merged. */
  const until: number[] = [];
  /** The columns whose cell in this row is the first of its area. */
  const first = new Set<number>();
  let next = 0;
  let row = 0;
  return {
    openRow(number: number) {
      row = number;
      first.clear();
      for (let area = areas[next]; area && area.top <= row; area = areas[next]) {
        next += 1;
        if (area.top === row) first.add(area.left);
        for (let at = area.left; at <= area.right && at < MAX_TABLE_COLUMNS; at += 1) {
          until[at] = Math.max(until[at] ?? 0, area.bottom);
        }
      }
    },
    hides: (column: number): boolean => (until[column] ?? 0) >= row && !first.has(column),
  };
};

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
  await using zip = await openZipFile(file);
  const { sheets } = await readContents(zip);
  return sheets.map(({ name, isHidden }) => ({ name, isHidden }));
};

/**
 * Reads a sheet of a workbook row by row. Days come as ISO 8601. Rows without a value are left out.
 * @throws TableProblem
 */
export async function* readXlsx(file: string, name: string): AsyncGenerator<TableRow> {
  await using zip = await openZipFile(file);
  const contents = await readContents(zip);
  const sheet = contents.sheets.find((each) => each.name === name);
  if (!sheet) throw new TableProblem("table/damaged");
  const events = createSheetEvents(
    await readWorkbook(zip, contents),
    await readMergedCells(zip, sheet.path),
  );
  for await (const _ of parseXml(zip.read(sheet.path), events)) yield* events.take();
  yield* events.take();
}
