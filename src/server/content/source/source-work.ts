import type { Kysely } from "kysely";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { decodeText, encodeText } from "../editor/decode-text.ts";
import { storeBytes } from "../editor/text-history.ts";
import type { ContentProblem } from "../school.ts";
import { findMissingTexts, type MissingTexts } from "../untranslated.ts";
import { draftTag } from "./change-draft.ts";
import { type ContentChanges, compareWithPublished } from "./compare.ts";
import { CompileError, compileFolder, countsOfSchool } from "./compile-source.ts";
import { filesOfCourse, openFolder, rebased } from "./course-files.ts";
import { withFolder } from "./materialize.ts";
import { type Published, type PublishOptions, publishSource } from "./publish-source.ts";
import {
  filesByPath,
  findDraft,
  latestPublished,
  publishedVersions,
  readSource,
  SourceConflict,
  SourceError,
  type SourceFile,
  type SourceVersion,
} from "./source-rows.ts";

/** What long work on the content needs. */
export interface SourceSchool {
  readonly database: Database;
  readonly store: Store;
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the check of a folder has found. */
export interface CheckedDraft {
  /** Mistakes: with one of them, it cannot be published. */
  readonly problems: readonly ContentProblem[];
  readonly warnings: readonly ContentProblem[];
  /** Null if there are mistakes. */
  readonly found: {
    readonly products: number;
    readonly courses: number;
    readonly lessons: number;
    readonly changes: ContentChanges;
    readonly untranslated: readonly MissingTexts[];
  } | null;
  /** The version with which it was compared; null for content without a source. */
  readonly against: number | null;
}

const draftAs = async (db: Kysely<Tables>, tag: string | undefined): Promise<SourceVersion> => {
  const draft = await findDraft(db);
  if (!draft) throw new SourceError("content/no_draft");
  if (tag !== undefined && draftTag(draft) !== tag) throw new SourceConflict();
  return draft;
};

/** Compiles a folder and says what is wrong with it, and what it changes for students. */
const checkFiles = async (
  school: SourceSchool,
  files: readonly SourceFile[],
): Promise<CheckedDraft> => {
  const { read } = school.database;
  const against = (await latestPublished(read))?.id ?? null;
  return withFolder(school, files, async (folder): Promise<CheckedDraft> => {
    try {
      const { school: content, warnings } = await compileFolder(folder, { ...school, files });
      const changes = await compareWithPublished(read, content, school.now);
      const untranslated = findMissingTexts(content);
      const found = { ...countsOfSchool(content), changes, untranslated };
      return { problems: [], warnings, found, against };
    } catch (reason) {
      if (!(reason instanceof CompileError)) throw reason;
      const { problems, warnings } = reason;
      return { problems, warnings, found: null, against };
    }
  });
};

/** Compiles the draft and says what is wrong with it, and what it changes for students. */
export const checkDraft = async (
  school: SourceSchool,
  tag: string,
): Promise<{ readonly draft: SourceVersion; readonly checked: CheckedDraft }> => {
  const draft = await draftAs(school.database.read, tag);
  return { draft, checked: await checkFiles(school, await draftFiles(school, draft, null)) };
};

/** The files of the content once one course of it is as in another folder. */
const withCourse = async (
  { database, store }: SourceSchool,
  source: readonly SourceFile[],
  course: string,
  conflicts?: ReadonlySet<string>,
): Promise<SourceFile[]> => {
  const latest = await latestPublished(database.read);
  if (!latest) throw new SourceError("content/unknown_version");
  const before = await readSource(database.read, latest.id);
  const bytesOf = ({ checksum }: SourceFile) => store.read(contentFile(checksum));
  const published = openFolder(before, bytesOf);
  const from = openFolder(source, bytesOf);
  const result: SourceFile[] = [];
  for (const file of await filesOfCourse(published, from, course, conflicts)) {
    if (!("text" in file)) {
      result.push(file);
      continue;
    }
    const { path, text } = file;
    const present = published.files.get(path) ?? from.files.get(path);
    const bytes = encodeText(text, present ? decodeText(await bytesOf(present)) : null);
    result.push({ path, ...(await storeBytes(database, store, bytes)) });
  }
  return result;
};

/** The files of the draft; of one course alone, the published files with its changes in the draft. */
const draftFiles = async (
  school: SourceSchool,
  draft: SourceVersion,
  course: string | null,
): Promise<SourceFile[]> => {
  const { read } = school.database;
  const own = await readSource(read, draft.id);
  if (course === null) return own;
  const published = filesByPath(await readSource(read, (await latestPublished(read))?.id ?? 0));
  const begun = filesByPath(await readSource(read, draft.based_on ?? 0));
  const { files, conflicts } = rebased(
    filesByPath(own),
    // The version with which it was begun may be too old to be kept.
    begun.size > 0 ? begun : published,
    published,
  );
  return withCourse(school, files, course, conflicts);
};

/** The files of an earlier version, or those that are published with one course of it. */
const earlierFiles = async (
  school: SourceSchool,
  id: number,
  course: string | null,
): Promise<SourceFile[]> => {
  const { read } = school.database;
  const [latest, ...earlier] = await publishedVersions(read);
  if (latest?.id === id) throw new SourceError("content/already_published");
  if (!earlier.some((version) => version.id === id))
    throw new SourceError("content/unknown_version");
  const files = await readSource(read, id);
  return course === null ? files : withCourse(school, files, course);
};

/** What would be published: the draft, with its tag, or an earlier version; one course of it, or all. */
export interface Publishable {
  readonly from: { readonly tag: string } | { readonly version: number };
  readonly course: string | null;
}

/** Says what would be published, and what is wrong with it. Changes nothing. */
export const previewPublish = async (
  school: SourceSchool,
  { from, course }: Publishable,
): Promise<CheckedDraft> => {
  if ("version" in from) {
    return checkFiles(school, await earlierFiles(school, from.version, course));
  }
  const draft = await draftAs(school.database.read, from.tag);
  return checkFiles(school, await draftFiles(school, draft, course));
};

/** Keeps what a check has found with the draft, unless it was changed meanwhile; call within a write. */
export const keepCheck = async (
  db: Kysely<Tables>,
  { id, edition }: SourceVersion,
  checked: CheckedDraft,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("source_version")
    .set({ checked: JSON.stringify(checked) })
    .where("id", "=", id)
    .where("edition", "=", edition)
    .where("state", "=", "draft")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

type Publishing = Pick<
  PublishOptions,
  "actor" | "replaces" | "mayWordMails" | "note" | "end" | "convertsItself"
> & {
  /** The key of the only course that is published; absent: all of them. */
  readonly course?: string | null;
};

const publishFiles = (
  school: SourceSchool,
  from: Exclude<PublishOptions["from"], { kind: "folder" }>,
  publishing: Publishing,
): Promise<Published> => {
  const { database, store, now } = school;
  return withFolder(school, from.files, async (folder) => {
    const { school: content } = await compileFolder(folder, { ...school, files: from.files });
    return publishSource({
      ...{ database, store, school: content, from, folder, at: now },
      ...publishing,
    });
  });
};

/**
 * Publishes the draft, or one course of it; the rest of the draft stays then.
 * @throws CompileError, SourceConflict, or SourceError if there is no draft
 */
export const publishDraft = async (
  school: SourceSchool,
  { tag, ...publishing }: Publishing & { readonly tag?: string },
): Promise<Published> => {
  const draft = await draftAs(school.database.read, tag);
  const files = await draftFiles(school, draft, publishing.course ?? null);
  return publishFiles(school, { kind: "draft", draft, files }, publishing);
};

/**
 * Publishes an earlier version again, or one course of it. The draft stays as it is.
 * @throws CompileError, SourceConflict, or SourceError if there is no such version
 */
export const rollBack = async (
  school: SourceSchool,
  { id, ...publishing }: Publishing & { readonly id: number },
): Promise<Published> => {
  const files = await earlierFiles(school, id, publishing.course ?? null);
  return publishFiles(school, { kind: "version", id, files }, publishing);
};
