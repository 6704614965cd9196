import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { ImportedRow, ImportSummary, importedSoFar } from "../../../contract/staff-import.ts";
import { recordChange } from "../../audit/record-change.ts";
import { LostLeaseError } from "../../db/lease.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { JobProblem } from "../../jobs/job-runner.ts";
import type { TableRow } from "../../tables/table-format.ts";
import type { StaffContext } from "../staff-context.ts";
import { applyPlan, lockPeople } from "./apply-plan.ts";
import { rememberColumns } from "./columns.ts";
import {
  courseNames,
  type ImportFile,
  planImportFile,
  type RestRow,
  readRows,
  restAfter,
  rowsOf,
} from "./import-file.ts";
import { PeoplePlanner } from "./people-planner.ts";
import { type PlannedRow, prepareAdded, prepareChanged } from "./plan-person.ts";
import { hasOtherRights } from "./write-accounts.ts";

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

type Counts = ImportSummary["counts"];

const NONE: Counts = { add: 0, change: 0, same: 0, wrong: 0 };

const sum = ({ add, change, same, wrong }: Counts): number => add + change + same + wrong;

/** Counts what an import does, and keeps some rows to show. */
export class ImportCount {
  readonly counts: Counts = { ...NONE };
  #rows: ImportedRow[] = [];
  readonly #kept: Counts = { ...NONE };

  add(rows: readonly PlannedRow[]): void {
    for (const planned of rows) {
      this.counts[planned.kind] += 1;
      this.#show(planned);
    }
  }

  /** Shows a row as it has become. The counts stay. */
  replace(planned: PlannedRow): void {
    this.#rows = this.#rows.filter(({ row }) => row !== planned.row);
    this.#show(planned);
  }

  #show(planned: PlannedRow): void {
    const { kind } = planned;
    if (this.#kept[kind] >= MAX_SHOWN) return;
    this.#kept[kind] += 1;
    this.#rows.push(shown(planned));
  }

  get done(): number {
    return sum(this.counts);
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

/** How often an import is planned again because somebody has changed something before its first write. */
const MAX_PLANS = 3;
/** So many rows are written at once: the writes of others come between. Smaller files are one write. */
const WRITTEN_AT_ONCE = 150;
const MAX_TRIES = 5;
const RETRY_MS = 200;

/** How far an import has come. */
export type ImportedSoFar = v.InferOutput<typeof importedSoFar>;

/** What an import is going to do. */
export interface LookedAt {
  readonly count: ImportCount;
  readonly wrong: ReadonlyMap<number, RestRow>;
}

interface Imported extends LookedAt {
  readonly soFar: ImportedSoFar;
}

export interface ImportRun {
  readonly database: Database;
  readonly file: ImportFile;
  /** The name of the file, for the record. */
  readonly name: string;
  readonly invites: boolean;
  /** @throws if the person may no longer do this */
  readonly context: (db: Kysely<Tables>) => Promise<StaffContext>;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
  /** Looks at what an import is going to do, if it has written nothing yet. @throws to write nothing */
  readonly onPlanned: (plan: LookedAt) => Promise<void>;
  /** What `keep` has kept last, also in an earlier try; null: nothing. */
  readonly kept: (db: Kysely<Tables>) => Promise<ImportedSoFar | null>;
  /** Keeps how far it has come, within a write. */
  readonly keep: (db: Kysely<Tables>, soFar: ImportedSoFar) => Promise<void>;
  /** Other rights than before have been written for these people. */
  readonly onRights: (ids: readonly number[]) => void;
}

/** Somebody has changed the same people again and again. */
export class ImportRaceError extends Error {
  override name = "ImportRaceError";
}

/** A row that was right has become wrong before anything was written. */
class ImportOutdatedError extends Error {
  override name = "ImportOutdatedError";
}

const lookAt = async (
  { database, file, onProgress, signal }: ImportRun,
  context: StaffContext,
): Promise<LookedAt> => {
  const count = new ImportCount();
  const wrong = new Map<number, RestRow>();
  for await (const rows of planImportFile(database.read, file, context)) {
    signal.throwIfAborted();
    count.add(rows.map(({ planned }) => planned));
    for (const { planned, cells } of rows) {
      if (planned.kind === "wrong") wrong.set(planned.row, { cells, errors: planned.errors });
    }
    onProgress(Math.floor(count.done / 2));
  }
  return { count, wrong };
};

/**
 * Writes some rows, as people are at this moment. A row is planned by itself: those about one person, or with one
 * name, are wrong but for the first.
 * @returns what it did with each
 */
const writeRows = async (
  db: Kysely<Tables>,
  { file, invites }: ImportRun,
  rows: readonly TableRow[],
  context: StaffContext,
): Promise<PlannedRow[]> => {
  const read = readRows(file, await courseNames(db), rows);
  await lockPeople(
    db,
    read.map(({ person }) => person),
  );
  const planned = await new PeoplePlanner(db, context).plan(read);
  const added = planned.flatMap((row) =>
    row.kind === "add" ? [prepareAdded(row.added, context.courseKeys)] : [],
  );
  const changed = planned.flatMap((row) =>
    row.kind === "change" ? [prepareChanged(row.changed, context.courseKeys)] : [],
  );
  await applyPlan(db, { added, changed, invites }, context);
  return planned;
};

/**
 * Tries a write again that the database could not do, or whose answer was lost: the work sees whether it is done
 * already.
 */
const untilWritten = async (
  { database, signal }: Pick<ImportRun, "database" | "signal">,
  work: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await database.write(work);
    } catch (reason) {
      const isFinal =
        reason instanceof ImportOutdatedError ||
        reason instanceof JobProblem ||
        reason instanceof LostLeaseError;
      if (isFinal || tries === MAX_TRIES) throw reason;
      await delay(tries * RETRY_MS);
    }
  }
};

/** Writes the rows that were right, some at a time, from where an earlier try has come to. */
const writeFile = async (
  run: ImportRun,
  { count, wrong: found }: LookedAt,
  level: number,
  before: ImportedSoFar | null,
): Promise<Imported> => {
  const wrong = new Map(found);
  let soFar: ImportedSoFar = before ?? { row: 0, counts: NONE };
  for await (const rows of rowsOf(run.file, WRITTEN_AT_ONCE)) {
    const began = performance.now();
    const { row: from, counts } = soFar;
    const open = rows.filter(({ row }) => row > from);
    const last = open.at(-1)?.row;
    if (last === undefined) continue;
    const right = open.filter(({ row }) => !found.has(row));
    let planned: PlannedRow[] = [];
    await untilWritten(run, async (db) => {
      const known = await run.kept(db);
      if (known && known.row >= last) return;
      const context = await run.context(db);
      planned = await writeRows(db, run, right, context);
      const isAsPlanned = context.level === level && planned.every(({ kind }) => kind !== "wrong");
      if (from === 0 && !isAsPlanned) throw new ImportOutdatedError();
      const next = { ...counts, wrong: counts.wrong + open.length - right.length };
      for (const { kind } of planned) next[kind] += 1;
      soFar = { row: last, counts: next };
      await run.keep(db, soFar);
    });
    for (const [at, each] of planned.entries()) {
      if (each.kind !== "wrong") continue;
      wrong.set(each.row, { cells: right[at]?.cells ?? [], errors: each.errors });
      count.replace(each);
    }
    const changed = planned.flatMap((each) => (each.kind === "change" ? [each.changed] : []));
    run.onRights(changed.filter(hasOtherRights).map(({ id }) => id));
    run.onProgress(Math.floor((run.file.total + sum(soFar.counts)) / 2));
    await restAfter(began);
  }
  return { count, wrong, soFar };
};

/**
 * Imports a file. All of it is looked through before its first row is written. It is then written in parts, and a
 * server that is killed between them goes on after the last one. If somebody changes the same people before the first
 * part, all is planned again; a row that becomes wrong after that is left out and named. An import that fails after
 * its first part has kept what it has written.
 */
export const runImport = async (run: ImportRun): Promise<Imported> => {
  const before = await run.kept(run.database.read);
  for (let plans = 1; ; plans += 1) {
    const context = await run.context(run.database.read);
    const looked = await lookAt(run, context);
    if (!before) await run.onPlanned(looked);
    try {
      return await writeFile(run, looked, context.level, before);
    } catch (reason) {
      if (!(reason instanceof ImportOutdatedError)) throw reason;
      if (plans === MAX_PLANS)
        throw new ImportRaceError("The import was overtaken", { cause: reason });
    }
  }
};

/**
 * Ends an import that has written all.
 * @param end ends the job, within the same write
 */
export const endImport = (
  { database, file, name, invites, context, signal }: ImportRun,
  { soFar }: Pick<Imported, "soFar">,
  end: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> =>
  untilWritten({ database, signal }, async (db) => {
    const { actor, now } = await context(db);
    const { add, change } = soFar.counts;
    await rememberColumns(db, file.titles, file.columns, file.languages);
    await recordChange(db, now, {
      ...{ actor, action: "imported", kind: "person", subject: "", name },
      details: { added: add, changed: change, invited: invites ? add : 0 },
    });
    await end(db);
  });
