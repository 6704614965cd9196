import { MAX_TABLE_COLUMNS, TableProblem } from "./table-format.ts";
import { parseWholeXml } from "./xml-events.ts";
import type { ZipFile } from "./zip-file.ts";

/** More than any table that people make. */
const MAX_AREAS = 200_000;

/** Cells that are shown as one: only the value of the first is seen. Columns count from 0. */
export interface MergedArea {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The place of a column from 0 on, such as 27 for `AB12`; null if there is none. */
export const columnOf = (reference: string | undefined): number | null => {
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
export const readMergedCells = async (zip: ZipFile, sheet: string): Promise<MergedArea[]> => {
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
export const createMergedCells = (areas: readonly MergedArea[]) => {
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
