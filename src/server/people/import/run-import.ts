import type { Kysely } from "kysely";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { OverloadedError } from "../../overloaded-error.ts";
import type { StaffContext } from "../act-on-people.ts";
import { applyPlan, ImportOutdatedError } from "./apply-plan.ts";
import { ImportCount } from "./check-import.ts";
import { rememberColumns } from "./guess-columns.ts";
import { type ImportFile, planImportFile } from "./import-file.ts";
import {
  type PreparedAdded,
  type PreparedChanged,
  prepareAdded,
  prepareChanged,
} from "./prepare-person.ts";
import type { RestRow } from "./rest-file.ts";

/** How often an import is planned again because somebody has changed something meanwhile. */
const MAX_PLANS = 3;

/** A plan for a file, with what is needed after it is written. */
export interface CollectedPlan {
  readonly count: ImportCount;
  readonly added: readonly PreparedAdded[];
  readonly changed: readonly PreparedChanged[];
  readonly rest: readonly RestRow[];
}

export interface ImportRun {
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
