import type { Kysely } from "kysely";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import type { Store } from "../../store/store.ts";
import type { ContentProblem } from "../school.ts";
import { findUntranslated, type Untranslated } from "../untranslated.ts";
import { draftTag } from "./change-draft.ts";
import { type ContentChanges, compareWithPublished } from "./compare.ts";
import { CompileError, compileFolder, countsOfSchool } from "./compile-source.ts";
import { withFolder } from "./materialize.ts";
import { type Published, type PublishOptions, publishSource } from "./publish-source.ts";
import {
  findDraft,
  latestPublished,
  publishedVersions,
  readSource,
  SourceConflict,
  SourceError,
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

/** What the check of a draft has found. */
export interface CheckedDraft {
  /** Mistakes: with one of them, the draft cannot be published. */
  readonly problems: readonly ContentProblem[];
  readonly warnings: readonly ContentProblem[];
  /** Null if there are mistakes. */
  readonly found: {
    readonly products: number;
    readonly courses: number;
    readonly lessons: number;
    readonly changes: ContentChanges;
    readonly untranslated: readonly Untranslated[];
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

/** Compiles the draft and says what is wrong with it, and what it changes for students. */
export const checkDraft = async (
  school: SourceSchool,
  /** The draft that is meant; absent: whatever it is. */
  tag?: string,
): Promise<{ readonly draft: SourceVersion; readonly checked: CheckedDraft }> => {
  const { read } = school.database;
  const draft = await draftAs(read, tag);
  const files = await readSource(read, draft.id);
  const against = (await latestPublished(read))?.id ?? null;
  const checked = await withFolder(school, files, async (folder): Promise<CheckedDraft> => {
    try {
      const { school: content, warnings } = await compileFolder(folder, {
        files,
        dataDir: school.dataDir,
      });
      const changes = await compareWithPublished(read, content, school.now);
      const untranslated = findUntranslated(content);
      const found = { ...countsOfSchool(content), changes, untranslated };
      return { problems: [], warnings, found, against };
    } catch (reason) {
      if (!(reason instanceof CompileError)) throw reason;
      const { problems, warnings } = reason;
      return { problems, warnings, found: null, against };
    }
  });
  return { draft, checked };
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

type Publishing = Pick<PublishOptions, "actor" | "replaces" | "end" | "convertsItself">;

const publishFolder = async (
  { database, store, dataDir, now }: SourceSchool,
  folder: string,
  from: PublishOptions["from"],
  publishing: Publishing,
): Promise<Published> => {
  const { school } = await compileFolder(folder, { files: from.files, dataDir });
  return publishSource({ database, store, school, from, folder, at: now, ...publishing });
};

/**
 * Publishes the draft.
 * @throws CompileError, SourceConflict, or SourceError if there is no draft
 */
export const publishDraft = async (
  school: SourceSchool,
  { tag, ...publishing }: Publishing & { readonly tag?: string },
): Promise<Published> => {
  const { read } = school.database;
  const draft = await draftAs(read, tag);
  const files = await readSource(read, draft.id);
  return withFolder(school, files, (folder) =>
    publishFolder(school, folder, { kind: "draft", draft, files }, publishing),
  );
};

/**
 * Publishes an earlier version again. The draft stays as it is.
 * @throws CompileError, SourceConflict, or SourceError if there is no such version
 */
export const rollBack = async (
  school: SourceSchool,
  { id, ...publishing }: Publishing & { readonly id: number },
): Promise<Published> => {
  const { read } = school.database;
  const [latest, ...earlier] = await publishedVersions(read);
  if (latest?.id === id) throw new SourceError("content/already_published");
  if (!earlier.some((version) => version.id === id))
    throw new SourceError("content/unknown_version");
  const files = await readSource(read, id);
  return withFolder(school, files, (folder) =>
    publishFolder(school, folder, { kind: "version", id, files }, publishing),
  );
};
