import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import {
  copyFiles,
  KEPT_VERSIONS,
  readSource,
  replacedDrafts,
  SourceError,
  type SourceFile,
  type SourceVersion,
} from "./source-rows.ts";

/** What becomes of changes of the draft that are not in what replaces it; null: it is not replaced. */
export type ReplacedChanges = "merge" | "replace" | null;

/** The files of the draft that are other than when it was begun, and not the same in what replaces it. */
const changesNotIn = async (
  db: Kysely<Tables>,
  draft: SourceVersion,
  files: readonly SourceFile[],
): Promise<SourceFile[]> => {
  const checksums = (some: readonly SourceFile[]) =>
    new Map(some.map(({ path, checksum }) => [path, checksum]));
  const begun = checksums(draft.based_on === null ? [] : await readSource(db, draft.based_on));
  const after = checksums(files);
  return (await readSource(db, draft.id)).filter(
    ({ path, checksum }) => begun.get(path) !== checksum && after.get(path) !== checksum,
  );
};

/** Keeps a draft as it is for the history of its texts, and removes the oldest of those that were kept. */
const keepDraft = async (db: Kysely<Tables>, draft: SourceVersion): Promise<void> => {
  const { id: from, ...row } = draft;
  const { id: to } = await db
    .insertInto("source_version")
    .values({ ...row, state: "replaced", checked: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await copyFiles(db, { from, to });
  const old = (await replacedDrafts(db)).slice(KEPT_VERSIONS);
  for (const { id } of old) await db.deleteFrom("source_version").where("id", "=", id).execute();
};

/**
 * Decides on the changes of a draft that a folder does not have; call within a write, before the folder replaces
 * the draft.
 * @returns the files of the draft from then on
 * @throws SourceError `content/draft_differs` with their paths if nobody has decided
 */
export const settleChanges = async (
  db: Kysely<Tables>,
  draft: SourceVersion,
  files: readonly SourceFile[],
  changes: ReplacedChanges,
): Promise<readonly SourceFile[]> => {
  const differing = await changesNotIn(db, draft, files);
  if (differing.length === 0) return files;
  switch (changes) {
    case null:
      throw new SourceError(
        "content/draft_differs",
        differing.map(({ path }) => path),
      );
    case "replace":
      await keepDraft(db, draft);
      return files;
    case "merge": {
      const kept = new Set(differing.map(({ path }) => path));
      return [...files.filter(({ path }) => !kept.has(path)), ...differing];
    }
  }
};
