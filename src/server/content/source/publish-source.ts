import type { Kysely } from "kysely";
import type { Actor } from "../../../domain/audit.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { type JobRow, orderFilmsJob, orderPhotosJob } from "../../jobs/job-rows.ts";
import { filmFormats } from "../../pictures/films/convert-film.ts";
import type { Picture } from "../../pictures/picture.ts";
import { hasWaitingPhotos, waitingFilms } from "../../pictures/picture-rows.ts";
import {
  type Prepared,
  pictureProblems,
  preparePictures,
} from "../../pictures/prepare-pictures.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { holdFiles } from "../../store/unused-files.ts";
import { importSchool } from "../import-school.ts";
import type { CompiledSchool } from "../school.ts";
import { type ContentChanges, compareWithPublished, hasOtherAccountMails } from "./compare.ts";
import { countsOfSchool, pathIn } from "./compile-source.ts";
import type { FileOnDisk } from "./read-folder.ts";
import {
  actorColumns,
  addFiles,
  countsOfFiles,
  filesByPath,
  KEPT_VERSIONS,
  type KeptPicture,
  latestPublished,
  manifestOf,
  publishedVersions,
  readSource,
  SourceConflict,
  SourceError,
  type SourceFile,
  type SourceVersion,
} from "./source-rows.ts";
import { noteTranslations } from "./translations.ts";

/** Where the files that are published come from. */
type PublishedFrom =
  /** A folder on this machine's disk. */
  | { readonly kind: "folder"; readonly files: readonly FileOnDisk[] }
  | {
      readonly kind: "draft";
      readonly draft: Pick<SourceVersion, "id" | "edition">;
      /** All of its files, or with `course` those that are published with that course of it. */
      readonly files: readonly SourceFile[];
    }
  /** A version that was published before. */
  | { readonly kind: "version"; readonly id: number; readonly files: readonly SourceFile[] };

export interface PublishOptions {
  readonly database: Database;
  readonly store: Store;
  readonly school: CompiledSchool;
  readonly from: PublishedFrom;
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * The version that the person has seen published; null: none. Another one that was published meanwhile
   * is a SourceConflict. Absent: whatever is published.
   */
  readonly replaces?: number | null;
  /** The key of the only course that is published; null: all of them. */
  readonly course?: string | null;
  /** What the person says of it. */
  readonly note?: string;
  /** Whether the wording of mails that open accounts may change; absent: it may. */
  readonly mayWordMails?: boolean;
  /** Is called within the write. */
  readonly end?: (
    db: Kysely<Tables>,
    published: Pick<Published, "version" | "changed"> & { readonly kept: readonly KeptPicture[] },
  ) => Promise<void>;
  /** The folder that was compiled, in which pictures are named. */
  readonly folder: string;
  /** Whether this process converts the photos afterwards; absent: a server of the school does. */
  readonly convertsItself?: boolean;
}

export interface Published {
  /** Whether anything has changed for students. */
  readonly changed: boolean;
  /** The version that is published now. */
  readonly version: number;
  readonly changes: ContentChanges;
  readonly prepared: Prepared;
  /** Pictures that are known to stay as they are. */
  readonly kept: readonly KeptPicture[];
  /** The conversion of the photos that wait for it; null if none does. */
  readonly photos: JobRow | null;
}

/** Names the pictures of a folder that stay as they are. */
export const keptPictures = (
  folder: string,
  school: CompiledSchool,
  pictures: ReadonlyMap<string, Pick<Picture, "problem">>,
): KeptPicture[] =>
  pictureProblems(school, pictures).map(({ file, message }) => ({
    file: typeof file.source === "string" ? pathIn(folder, file.source) : file.title,
    message,
  }));

/** The most courses that a version names as changed. */
const MAX_COURSES = 100;

/** What a version has changed, for its history. */
export interface PublishedSummary {
  /** The key of the only course that was published; null: all of them. */
  readonly course: string | null;
  /** The version from which it was taken; null: none. */
  readonly rolledBackTo: number | null;
  readonly courses: ContentChanges["courses"];
  readonly others: ContentChanges["others"];
}

/** What remains of a draft of which one course was published counts as begun with the new version. */
const keepRest = async (
  db: Kysely<Tables>,
  draft: Pick<SourceVersion, "id" | "edition">,
  { id, manifest, replaced }: { id: number; manifest: string; replaced: number | null },
): Promise<void> => {
  const rows = db.updateTable("source_version").where("id", "=", draft.id);
  const draftRow = await rows
    .set({ checked: null })
    .where("edition", "=", draft.edition)
    .where("state", "=", "draft")
    .returning("based_on")
    .executeTakeFirst();
  if (!draftRow) throw new SourceConflict();
  if (manifestOf(await readSource(db, draft.id)) === manifest) {
    await db.deleteFrom("source_version").where("id", "=", draft.id).execute();
  } else if (draftRow.based_on === null || draftRow.based_on === replaced) {
    await rows.set({ based_on: id }).execute();
  }
};

/** Notes which originals a folder has for its translations; of a draft, its changes have noted it. */
const noteFolder = async (
  db: Kysely<Tables>,
  published: SourceVersion | null,
  files: readonly SourceFile[],
): Promise<void> => {
  const before = filesByPath(await readSource(db, published?.id ?? 0));
  const after = filesByPath(files);
  const isOther = ({ path, checksum }: SourceFile) => before.get(path)?.checksum !== checksum;
  const paths = files.filter(isOther).map(({ path }) => path);
  await noteTranslations(db, paths, { before, after });
};

/** Keeps the folder that is published as a version, unless the latest one has the same files. */
const recordVersion = async (
  db: Kysely<Tables>,
  { from, school, actor, at: now, replaces, course = null, note = "" }: PublishOptions,
  { courses, others }: ContentChanges,
): Promise<{ readonly id: number; readonly at: number; readonly isNew: boolean }> => {
  const before = await latestPublished(db);
  // The versions have an order, even if a clock was set back.
  const at = Math.max(now, Number(before?.published ?? 0) + 1);
  if (replaces !== undefined && (before?.id ?? null) !== replaces) throw new SourceConflict();
  const manifest = manifestOf(from.files);
  const summary: PublishedSummary = {
    ...{ course, rolledBackTo: from.kind === "version" ? from.id : null },
    ...{ courses: courses.slice(0, MAX_COURSES), others },
  };
  const published = {
    ...({ state: "published", published: at, changed: at } as const),
    ...{ manifest, checked: null, note, summary: JSON.stringify(summary) },
    ...countsOfFiles(from.files),
    ...countsOfSchool(school),
    ...actorColumns(actor),
  };
  if (from.kind === "draft" && course === null) {
    const { numUpdatedRows } = await db
      .updateTable("source_version")
      .set(published)
      .where("id", "=", from.draft.id)
      .where("edition", "=", from.draft.edition)
      .where("state", "=", "draft")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new SourceConflict();
    return { id: from.draft.id, at, isNew: true };
  }
  if (before?.manifest === manifest) return { id: before.id, at, isNew: false };
  const { id } = await db
    .insertInto("source_version")
    .values({
      ...published,
      ...{ created: at, based_on: from.kind === "version" ? from.id : (before?.id ?? null) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addFiles(db, id, from.files);
  if (from.kind === "folder") await noteFolder(db, before, from.files);
  if (from.kind === "draft") {
    await keepRest(db, from.draft, { id, manifest, replaced: before?.id ?? null });
  }
  return { id, at, isNew: true };
};

/** Deletes the versions that are too old to be kept. Their files go with the unused ones. */
const removeOldVersions = async (db: Kysely<Tables>): Promise<void> => {
  const old = (await publishedVersions(db)).slice(KEPT_VERSIONS);
  for (const { id } of old) await db.deleteFrom("source_version").where("id", "=", id).execute();
};

const ACTIONS = { folder: "imported", draft: "published", version: "rolled-back" } as const;

const recordPublished = async (
  db: Kysely<Tables>,
  { from, school, actor, course }: PublishOptions,
  { id, at }: { readonly id: number; readonly at: number },
  { lessons, courses }: ContentChanges,
): Promise<void> => {
  const counted = (change: string) =>
    lessons.filter((each) => each.changes.includes(change as never));
  await recordChange(db, at, {
    ...{ actor, action: ACTIONS[from.kind], kind: "content", subject: id, name: String(id) },
    details: {
      ...(from.kind === "version" && { rolled_back_to: from.id }),
      ...(course && { course }),
      files: from.files.length,
      lessons: countsOfSchool(school).lessons,
      new: counted("new").length,
      changed: counted("changed").length,
      moved: counted("moved").length,
      removed: counted("removed").length,
      courses_removed: courses.filter(({ change }) => change === "removed").map(({ key }) => key),
    },
  });
};

/**
 * Publishes a school that was compiled from a folder, together with the folder's files, all or nothing:
 * measures its pictures, imports it, keeps the folder as a version, records who did it, and orders the conversion
 * of photos and films. Keeps accounts and progress.
 * @throws SourceConflict if the draft, or what is published, has been changed meanwhile; SourceError if it
 *   changes mails that it may not change
 */
export const publishSource = async (options: PublishOptions): Promise<Published> => {
  const { database, store, school, from, actor, folder, end, convertsItself = false } = options;
  const began = performance.now();
  await holdFiles(
    database,
    from.files.map(({ checksum }) => checksum),
  );
  if (from.kind === "folder") {
    await store.put(
      from.files.map(({ checksum, size, source }) => ({
        key: contentFile(checksum),
        size,
        checksum,
        source,
      })),
    );
  }
  if (options.mayWordMails === false && (await hasOtherAccountMails(database.read, school))) {
    throw new SourceError("content/account_mails");
  }
  const prepared = await preparePictures(database, store, school);
  const changes = await compareWithPublished(database.read, school, options.at, prepared.school);
  const { lost, pictures } = prepared;
  const kept = keptPictures(folder, school, pictures);
  const hasFilms = school.files.some(({ type }) => type.startsWith("video/"));
  const makesFilms = hasFilms && (await filmFormats()).size > 0;
  let version = 0;
  let photos: JobRow | null = null;
  const within = async (db: Kysely<Tables>, isOther: boolean) => {
    const recorded = await recordVersion(db, options, changes);
    version = recorded.id;
    if (recorded.isNew) {
      await removeOldVersions(db);
      await recordPublished(db, options, recorded, changes);
    }
    const accountId = actor.kind === "person" ? actor.id : null;
    const order = { accountId, isOwn: convertsItself };
    photos = (await hasWaitingPhotos(db))
      ? await orderPhotosJob(db, Math.round(options.at + performance.now() - began), order)
      : null;
    if (makesFilms && (await waitingFilms(db)).length > 0) {
      await orderFilmsJob(db, Math.round(options.at + performance.now() - began));
    }
    await end?.(db, { changed: isOther, version, kept });
  };
  const { changed } = await importSchool(database, store, prepared.school, { lost, within });
  return { changed, version, changes, prepared, kept, photos };
};
