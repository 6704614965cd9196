import type { ImportedRow, ImportSummary } from "../../../contract/staff-import.ts";
import type { ImportFile, PlannedFileRow } from "./import-file.ts";
import type { PlannedRow } from "./planned.ts";

/** The most rows of each kind that a summary shows; the counts are of all rows. */
const MAX_SHOWN = 500;
const MAX_CELL = 100;
/** The most hidden rows that are named. */
const MAX_HIDDEN = 20;

const shown = (planned: PlannedRow): ImportedRow => ({
  row: planned.row,
  name: planned.name.slice(0, MAX_CELL),
  kind: planned.kind,
  fields: "fields" in planned ? [...planned.fields] : [],
  errors: planned.kind === "wrong" ? planned.errors.map((error) => ({ ...error })) : [],
});

/** Counts what an import does, and keeps some rows to show. */
export class ImportCount {
  readonly counts = { add: 0, change: 0, same: 0, wrong: 0 };
  readonly #rows: ImportedRow[] = [];
  readonly #kept = { add: 0, change: 0, same: 0, wrong: 0 };

  add(rows: readonly PlannedFileRow[]): void {
    for (const { planned } of rows) {
      const { kind } = planned;
      this.counts[kind] += 1;
      if (this.#kept[kind] >= MAX_SHOWN) continue;
      this.#kept[kind] += 1;
      this.#rows.push(shown(planned));
    }
  }

  /** How many rows have been counted. */
  get done(): number {
    const { add, change, same, wrong } = this.counts;
    return add + change + same + wrong;
  }

  get rows(): readonly ImportedRow[] {
    return this.#rows;
  }
}

const short = (cells: readonly string[]): string[] => cells.map((cell) => cell.slice(0, MAX_CELL));

/** What the screen shows of a file and of what its import would do. */
export const importSummary = (
  name: string,
  file: ImportFile,
  { counts, rows }: Pick<ImportCount, "counts" | "rows">,
): ImportSummary => ({
  name,
  format: file.table.format,
  encoding: file.table.encoding,
  separator: file.table.separator,
  date_order: file.dateOrder,
  odd_letters: file.oddLetters,
  sheets: file.table.sheets.map(({ name: sheet, isHidden }) => ({ name: sheet, hidden: isHidden })),
  sheet: file.table.sheet,
  titles_row: file.titlesRow,
  heads: file.heads.map(({ row, cells }) => ({ row, cells: short(cells) })),
  hidden_rows: file.hidden.slice(0, MAX_HIDDEN),
  hidden_more: file.hidden.length > MAX_HIDDEN,
  titles: short(file.titles),
  sample: file.sample.map(short),
  columns: [...file.columns],
  counts: { ...counts },
  rows: [...rows],
});
