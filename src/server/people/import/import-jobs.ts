import type { Kysely } from "kysely";
import type { ImportReading } from "../../../contract/staff-import.ts";
import { FALLBACK_LANGUAGE, isLanguage } from "../../../domain/languages.ts";
import type { Tables } from "../../db/schema.ts";
import { isJobDone } from "../../jobs/job-rows.ts";
import { type JobHandler, JobProblem, type JobWork } from "../../jobs/job-runner.ts";
import { HttpProblem } from "../../problem.ts";
import { TableProblem } from "../../tables/table-format.ts";
import type { StoredUpload } from "../../uploads/upload-store.ts";
import { type StaffContext, staffContext } from "../staff-context.ts";
import {
  type ImportFile,
  namesPeople,
  openImportFile,
  planImportFile,
  restFile,
  restName,
} from "./import-file.ts";
import {
  endImport,
  ImportCount,
  type ImportedSoFar,
  ImportRaceError,
  type ImportRun,
  importSummary,
  type LookedAt,
  runImport,
} from "./run-import.ts";

export interface CheckOrder {
  readonly name: string;
  readonly reading: ImportReading;
}

export interface RunOrder extends CheckOrder {
  readonly rows: "all" | "good";
  readonly invite: boolean;
  /** The language of the file with the other rows. */
  readonly language: string;
}

/** A file of rows that were not imported may be larger than the one that came. */
const MAX_REST_BYTES = 256 * 1024 * 1024;

/** The person who has ordered a job, with their rights at this moment. @throws JobProblem */
const contextOf =
  ({ services, job }: JobWork) =>
  async (db: Kysely<Tables>): Promise<StaffContext> => {
    // The person was removed.
    if (job.account_id === null) throw new JobProblem("import/not_allowed");
    try {
      return await staffContext(services, db, { accountId: job.account_id });
    } catch (reason) {
      if (reason instanceof HttpProblem) throw new JobProblem("import/not_allowed");
      throw reason;
    }
  };

/** Does work with the file of a job, on this machine's disk. @throws JobProblem */
const withFile = async (
  { services, job }: JobWork,
  { name, reading }: CheckOrder,
  work: (file: ImportFile) => Promise<void>,
): Promise<void> => {
  const local = await services.uploads.local(job.file ?? "");
  if (!local) throw new JobProblem("import/no_file");
  try {
    const file = await openImportFile(services.database.read, local.path, reading);
    if (!namesPeople(file.columns)) {
      throw new JobProblem("import/no_names", importSummary(name, file, new ImportCount()));
    }
    await work(file);
  } catch (reason) {
    if (reason instanceof TableProblem) throw new JobProblem(reason.code, { row: reason.row });
    if (reason instanceof ImportRaceError) throw new JobProblem("import/overtaken");
    throw reason;
  } finally {
    await local.remove();
  }
};

/** Says what an import would do, and changes nothing. */
export const checkPeople: JobHandler = async (work) => {
  const { services, signal, progress, end } = work;
  const order = work.input as CheckOrder;
  const { database } = services;
  const context = await contextOf(work)(database.read);
  await withFile(work, order, async (file) => {
    const count = new ImportCount();
    progress(0, file.total);
    for await (const rows of planImportFile(database.read, file, context)) {
      signal.throwIfAborted();
      count.add(rows.map(({ planned }) => planned));
      progress(count.done, file.total);
    }
    const result = importSummary(order.name, file, count);
    await database.write((db) => end(db, { result }));
  });
};

/** Imports people: no row while one is wrong, or the good ones with a file of the others. */
export const importPeople: JobHandler = async (work) => {
  const { services, job, signal, progress, end } = work;
  const order = work.input as RunOrder;
  const { database, uploads, tokens } = services;
  const language = isLanguage(order.language) ? order.language : FALLBACK_LANGUAGE;
  await withFile(work, order, async (file) => {
    /** A file of the rows that are not imported, and how many it has. */
    let restUpload = null as (StoredUpload & { readonly rows: number }) | null;
    let isNamed = false;
    const discard = async () => {
      if (restUpload && !isNamed) await uploads.discard([restUpload]);
      restUpload = null;
    };
    const keepRest = async (rows: LookedAt["wrong"]): Promise<void> => {
      await discard();
      if (rows.size === 0) return;
      const made = await uploads.receive(restFile(file, rows.values(), language), MAX_REST_BYTES);
      restUpload = { ...made, rows: rows.size };
      // What is beyond the limit is not in it: those rows would be lost.
      if (made.size > MAX_REST_BYTES) throw new TableProblem("table/too_large");
      await uploads.keep([made]);
    };
    const run: ImportRun = {
      ...{ database, file, signal, name: order.name, invites: order.invite },
      context: contextOf(work),
      onProgress: (done) => progress(done, file.total),
      async onPlanned({ count, wrong }) {
        if (wrong.size > 0 && order.rows === "all") {
          throw new JobProblem("import/bad_rows", importSummary(order.name, file, count));
        }
        await keepRest(wrong);
      },
      kept: (db) => work.kept(db) as Promise<ImportedSoFar | null>,
      keep: (db, soFar) => work.keep(db, soFar),
      onRights: (ids) => {
        for (const id of ids) tokens.forget(id);
      },
    };
    progress(0, file.total);
    try {
      const imported = await runImport(run);
      if (imported.wrong.size !== (restUpload?.rows ?? 0)) await keepRest(imported.wrong);
      progress(file.total, file.total);
      await endImport(run, imported, async (db) => {
        if (await isJobDone(db, job.id)) return;
        // From now on a row may name the file, also when the answer of the commit is lost.
        isNamed = true;
        const { counts } = imported.soFar;
        await end(db, {
          result: importSummary(order.name, file, { counts, rows: imported.count.rows }),
          ...(restUpload && {
            made: { stored: restUpload.stored, name: restName(order.name, file.table.format) },
          }),
        });
      });
    } catch (reason) {
      tokens.forgetAll();
      throw reason;
    } finally {
      await discard();
    }
  });
};
