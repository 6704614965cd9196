import type { Kysely } from "kysely";
import type { ImportedRow, ImportSummary } from "../../../contract/staff-import.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { OverloadedError } from "../../overloaded-error.ts";
import type { StaffContext } from "../act-on-people.ts";
import { applyPlan, ImportOutdatedError } from "./apply-plan.ts";
import { rememberColumns } from "./columns.ts";
import {
  type ImportFile,
  type PlannedFileRow,
  planImportFile,
  type RestRow,
} from "./import-file.ts";
import {
  type PlannedRow,
  type PreparedAdded,
  type PreparedChanged,
  prepareAdded,
  prepareChanged,
} from "./plan-person.ts";

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

/** How often an import is planned again because somebody has changed something meanwhile. */
const MAX_PLANS = 3;

/** A plan for a file, with what is needed after it is written. */
interface CollectedPlan {
  readonly count: ImportCount;
  readonly added: readonly PreparedAdded[];
  readonly changed: readonly PreparedChanged[];
  readonly rest: readonly RestRow[];
}

interface ImportRun {
  readonly database: Database;
  readonly file: ImportFile;
  /** The name of the file, for the record. */
  readonly name: string;
  readonly invites: boolean;
  /** @throws if the person may no longer do this */
  readonly context: (db: Kysely<Tables>) => Promise<StaffContext>;
  /** How long it rests between rows, see `planImportFile`. */
  readonly rest?: number;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
  /** Looks at a plan before it is written. @throws to write nothing */
  readonly onPlanned: (plan: CollectedPlan) => Promise<void> | void;
  /** Ends the work, within the same write. */
  readonly onWrite: (db: Kysely<Tables>, plan: CollectedPlan) => Promise<void>;
}

/** Somebody has changed the same people again and again. */
export class ImportRaceError extends Error {
  override name = "ImportRaceError";
}

const collect = async (run: ImportRun, context: StaffContext): Promise<CollectedPlan> => {
  const { database, file, rest: pause, onProgress, signal } = run;
  const count = new ImportCount();
  const added: PreparedAdded[] = [];
  const changed: PreparedChanged[] = [];
  const rest: RestRow[] = [];
  for await (const rows of planImportFile(database.read, file, context, pause)) {
    signal?.throwIfAborted();
    count.add(rows);
    for (const { planned, cells } of rows) {
      if (planned.kind === "add") added.push(prepareAdded(planned.added, context.courseKeys));
      else if (planned.kind === "change")
        changed.push(prepareChanged(planned.changed, context.courseKeys));
      else if (planned.kind === "wrong") rest.push({ cells, errors: planned.errors });
    }
    onProgress?.(count.done);
  }
  return { count, added, changed, rest };
};

/** Whether a plan takes rights or days away from, or gives them to, people who may be signed in. */
export const changesRights = ({ changed }: Pick<CollectedPlan, "changed">): boolean =>
  changed.some(
    ({ before, account }) => before.level !== account.level || before.expire !== account.expire,
  );

/**
 * Imports a file in one write, which is all or nothing. What is long is done before it, so that it is short; if
 * somebody changes the same people meanwhile, it is planned again.
 */
export const runImport = async (run: ImportRun): Promise<CollectedPlan> => {
  const { database, file, name, invites, onPlanned, onWrite } = run;
  for (let plans = 1; ; plans += 1) {
    const planned = await run.context(database.read);
    const plan = await collect(run, planned);
    await onPlanned(plan);
    try {
      await database.write(async (db) => {
        const context = await run.context(db);
        // Whoever has other rights than before must not use those.
        if (context.level !== planned.level) throw new ImportOutdatedError();
        await applyPlan(db, { ...plan, invites, file: name }, context);
        await rememberColumns(db, file.titles, file.columns, file.languages);
        await onWrite(db, plan);
      });
      return plan;
    } catch (reason) {
      const isRepeatable =
        reason instanceof ImportOutdatedError || reason instanceof OverloadedError;
      if (!isRepeatable) throw reason;
      if (plans === MAX_PLANS)
        throw new ImportRaceError("The import was overtaken", { cause: reason });
    }
  }
};
