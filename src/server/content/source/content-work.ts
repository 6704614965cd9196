import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Actor } from "../../../domain/audit.ts";
import { runsSchool } from "../../../domain/staff-rights.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Tables } from "../../db/schema.ts";
import { type JobProgress, type JobRow, type MadeFile, PHOTOS_JOB } from "../../jobs/job-rows.ts";
import { staffActor } from "../../people/staff-context.ts";
import { convertPhotos } from "../../pictures/convert-photos.ts";
import { readSchoolDays } from "../../school/school-days.ts";
import type { Environment } from "../../school/settings/environment.ts";
import { reserveRoom } from "../../store/disk-reserve.ts";
import { fileChecksum } from "../../store/file-checksum.ts";
import { makePrivateFolder } from "../../store/private-files.ts";
import { sentFile } from "../../store/store.ts";
import { openZipTarget } from "../export/export-target.ts";
import { writeSource } from "../export/exported-content.ts";
import { type ReplacedChanges, recordDraft, replaceDraft } from "./change-draft.ts";
import { SOURCES_FOLDER } from "./materialize.ts";
import type { PublishOptions } from "./publish-source.ts";
import { sentCheck } from "./sent-check.ts";
import { hasAllParts, readParts, removeParts } from "./source-parts.ts";
import { countsOfFiles, readSource, SourceConflict, SourceError } from "./source-rows.ts";
import {
  checkDraft,
  keepCheck,
  type Publishable,
  previewPublish,
  publishDraft,
  rollBack,
  type SourceSchool,
} from "./source-work.ts";
import { storeZip } from "./store-zip.ts";

/** The kinds of long work on the content. */
export const CONTENT_JOBS = [
  "content-unpack",
  "content-check",
  "content-compare",
  "content-publish",
  "content-roll-back",
  "content-export",
] as const;

export type ContentJob = (typeof CONTENT_JOBS)[number] | typeof PHOTOS_JOB;

/** What somebody publishes: the version that they have seen, the only course, and what they say of it. */
interface Order {
  readonly published: number | null;
  readonly course: string | null;
  readonly note: string;
}

/** What each kind of work is to do. */
export interface ContentOrders {
  "content-unpack": {
    checksum: string;
    size: number;
    replaces: string | null;
    changes?: ReplacedChanges;
  };
  "content-check": { version: string };
  "content-compare": Publishable;
  "content-publish": { version: string } & Order;
  "content-roll-back": { id: number } & Order;
  "content-export": { id: number };
  [PHOTOS_JOB]: Record<string, never>;
}

/** What the server tells the process that does the work. */
export interface ContentTask {
  readonly environment: Environment;
  readonly job: JobRow;
  /** How far the school's clock is ahead of the machine's, in milliseconds. */
  readonly ahead: number;
}

/** What the process tells the server. */
export type ContentReport =
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  | ContentEnd;

export type ContentEnd =
  /** The job has ended, in the write that did its last work. */
  | { readonly kind: "ended" }
  /** It cannot be done, for a reason that people can change. */
  | { readonly kind: "problem"; readonly code: string; readonly result: unknown }
  | { readonly kind: "failed"; readonly message: string };

/** Ends the job within the write that does its last work. */
export type EndWork = (
  db: Kysely<Tables>,
  done: { readonly result: unknown; readonly made?: MadeFile; readonly progress?: JobProgress },
) => Promise<void>;

interface ContentWork<Input = unknown> {
  readonly school: SourceSchool;
  readonly environment: Environment;
  /** Who has ordered it; null once the person is removed. */
  readonly accountId: number | null;
  readonly input: Input;
  /** How much an earlier try has done. */
  readonly before: number;
  readonly progress: (done: number, total: number) => void;
  readonly end: EndWork;
}

type Handlers = {
  readonly [Kind in ContentJob]: (work: ContentWork<ContentOrders[Kind]>) => Promise<void>;
};

/** The person as they are at this moment. @throws HttpProblem 403 */
const staffOf = (db: Kysely<Tables>, { accountId }: Pick<ContentWork, "accountId">) =>
  staffActor(db, { accountId: accountId ?? 0 });

const actorOf = async (db: Kysely<Tables>, work: Pick<ContentWork, "accountId">): Promise<Actor> =>
  (await staffOf(db, work)).actor;

/** Who publishes what, and how the work ends. */
const publishingOf = async (work: ContentWork<Order>) => {
  const { actor, level } = await staffOf(work.school.database.read, work);
  const { published: replaces, course, note } = work.input;
  return {
    ...{ actor, mayWordMails: runsSchool(level), replaces, course, note },
    end: async (
      db: Kysely<Tables>,
      { version, changed, kept }: Parameters<NonNullable<PublishOptions["end"]>>[1],
    ) => {
      // Only somebody who may still do it.
      await actorOf(db, work);
      await work.end(db, { result: { version, changed, kept } });
    },
  };
};

const unpack: Handlers["content-unpack"] = async (work) => {
  const { school, input, progress, end } = work;
  const { database, store, now } = school;
  const reserve = (bytes: number) => reserveRoom(work.environment, bytes);
  const parts = await readParts(database.read, input.checksum);
  const files = await storeZip(school, input, { reserve, progress }).catch(async (reason) => {
    if (await hasAllParts(store, parts)) throw reason;
    // The zip is sent again.
    await database.write((db) => removeParts(db, input.checksum));
    throw new SourceError("content/missing_files");
  });
  await database.write(async (db) => {
    const actor = await actorOf(db, work);
    const change = { actor, at: now, replaces: input.replaces };
    const draft = await replaceDraft(db, files, change, input.changes ?? null);
    await recordDraft(db, draft, actor, now);
    await removeParts(db, input.checksum);
    await end(db, { result: countsOfFiles(files) });
  });
  await store.delete(parts.map(({ stored }) => sentFile(stored)));
};

const check: Handlers["content-check"] = async ({ school, input, end }) => {
  const { draft, checked } = await checkDraft(school, input.version);
  const { problems, warnings } = checked;
  await school.database.write(async (db) => {
    if (!(await keepCheck(db, draft, checked))) throw new SourceConflict();
    await end(db, { result: { problems: problems.length, warnings: warnings.length } });
  });
};

const compare: Handlers["content-compare"] = async ({ school, input, end }) => {
  const checked = sentCheck(await previewPublish(school, input));
  await school.database.write((db) => end(db, { result: checked }));
};

const publish: Handlers["content-publish"] = async (work) => {
  const publishing = await publishingOf(work);
  await publishDraft(work.school, { ...publishing, tag: work.input.version });
};

const publishAgain: Handlers["content-roll-back"] = async (work) => {
  const publishing = await publishingOf(work);
  await rollBack(work.school, { ...publishing, id: work.input.id });
};

const exportVersion: Handlers["content-export"] = async (work) => {
  const { school, input, progress, end } = work;
  const { database, store, dataDir, now } = school;
  const version = await database.read
    .selectFrom("source_version")
    .selectAll()
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!version) throw new SourceError("content/unknown_version");
  const files = await readSource(database.read, version.id);
  const release = await reserveRoom(work.environment, 2 * Number(version.bytes));
  await makePrivateFolder(path.join(dataDir, SOURCES_FOLDER));
  const zip = path.join(dataDir, SOURCES_FOLDER, `export-${randomUUID()}.zip`);
  try {
    await writeSource(store, files, await openZipTarget(zip, 0o600), (done) =>
      progress(done, files.length),
    );
    const stored = randomUUID();
    const { size } = await stat(zip);
    const checksum = await fileChecksum(zip);
    await store.put([{ key: sentFile(stored), size, checksum, source: zip }]);
    const day = (await readSchoolDays(database.read)).of(version.published ?? now);
    const name = `content-${version.id}-${day}.zip`;
    await database.write(async (db) => {
      const actor = await actorOf(db, work);
      await recordChange(db, now, {
        ...{ actor, action: "exported", kind: "content" },
        ...{ subject: version.id, name: String(version.id) },
      });
      await end(db, { result: { files: files.length }, made: { stored, name } });
    });
  } finally {
    await rm(zip, { force: true });
    release();
  }
};

const convert: Handlers[typeof PHOTOS_JOB] = async ({ school, before, progress, end }) => {
  const { database, store } = school;
  const converted = await convertPhotos({ database, store, before, progress });
  await database.write((db) => end(db, { result: null, progress: converted }));
};

const HANDLERS: Handlers = {
  "content-unpack": unpack,
  "content-check": check,
  "content-compare": compare,
  "content-publish": publish,
  "content-roll-back": publishAgain,
  "content-export": exportVersion,
  [PHOTOS_JOB]: convert,
};

export const CONTENT_WORK: Readonly<
  Record<string, ((work: ContentWork) => Promise<void>) | undefined>
> = HANDLERS as never;
