import type { Kysely } from "kysely";
import type { Actor } from "../../../domain/audit.ts";
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILES, sourceTwins } from "../../../domain/source-path.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Tables } from "../../db/schema.ts";
import { noteChanges } from "./source-changes.ts";
import {
  actorColumns,
  addFiles,
  copyFiles,
  countsOfFiles,
  filesByPath,
  findDraft,
  latestPublished,
  readSource,
  removeFiles,
  SourceConflict,
  SourceError,
  type SourceFile,
  type SourceVersion,
} from "./source-rows.ts";
import { noteTranslations } from "./translations.ts";

/**
 * One change of the draft. With `replaces`, the file must have this checksum until now (null: there must be
 * none), so that nobody overwrites what another person has just written.
 */
export type SourceChange =
  | (SourceFile & { readonly replaces?: string | null })
  | { readonly path: string; readonly removed: true; readonly replaces?: string | null };

interface DraftChange {
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * The draft as its changer has seen it: `draftTag`, or null for none. Absent: any draft, as with changes of
   * single files, which name what they replace.
   */
  readonly replaces?: string | null;
}

/** Names the draft as it is; another name after each change. */
export const draftTag = ({ id, edition }: Pick<SourceVersion, "id" | "edition">): string =>
  `${id}.${edition}`;

/** Begins a draft with the files that are published, unless there is one. */
const ensureDraft = async (
  db: Kysely<Tables>,
  { actor, at }: DraftChange,
): Promise<SourceVersion> => {
  const before = await latestPublished(db);
  const begun = await db
    .insertInto("source_version")
    .values({
      ...{ state: "draft", created: at, changed: at, edition: 0 },
      ...{ based_on: before?.id ?? null, ...actorColumns(actor) },
    })
    // Two people may begin at once.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (begun && before) await copyFiles(db, { from: before.id, to: begun.id });
  const draft = await findDraft(db);
  if (!draft) throw new Error("The draft has gone while it was being begun");
  return draft;
};

/** Locks the draft, and counts the change. */
const openDraft = async (db: Kysely<Tables>, change: DraftChange): Promise<SourceVersion> => {
  const found = await findDraft(db);
  const { replaces } = change;
  if (replaces !== undefined && (found ? draftTag(found) : null) !== replaces) {
    throw new SourceConflict();
  }
  const { id } = found ?? (await ensureDraft(db, change));
  const locked = await db
    .updateTable("source_version")
    .set((row) => ({
      ...{ changed: change.at, edition: row("edition", "+", 1), checked: null },
      ...actorColumns(change.actor),
    }))
    .where("id", "=", id)
    .where("state", "=", "draft")
    .returningAll()
    .executeTakeFirst();
  if (!locked) throw new SourceConflict();
  // Another server may have been first.
  const expected = (found?.edition ?? 0) + 1;
  if (replaces !== undefined && locked.edition !== expected) throw new SourceConflict();
  return locked;
};

const assertWithin = (files: readonly SourceFile[]): void => {
  const { bytes } = countsOfFiles(files);
  if (files.length > MAX_SOURCE_FILES) throw new SourceError("content/too_many_files");
  if (bytes > MAX_SOURCE_BYTES) throw new SourceError("content/too_large");
  const twins = sourceTwins(files.map(({ path }) => path));
  if (twins.length > 0) throw new SourceError("content/twins", twins);
};

/** Replaces the files of the draft that are different in `after`. @returns the draft */
const writeFiles = async (
  db: Kysely<Tables>,
  draft: SourceVersion,
  files: {
    readonly before: ReadonlyMap<string, SourceFile>;
    readonly after: ReadonlyMap<string, SourceFile>;
  },
  change: DraftChange,
): Promise<SourceVersion> => {
  const { before, after } = files;
  const isSame = (one: SourceFile | undefined, other: SourceFile) =>
    one?.checksum === other.checksum && one.size === other.size;
  const fresh = [...after.values()].filter((file) => !isSame(before.get(file.path), file));
  const gone = [...before.values()].filter((file) => {
    const now = after.get(file.path);
    return !now || !isSame(now, file);
  });
  await removeFiles(
    db,
    draft.id,
    gone.map(({ path }) => path),
  );
  await addFiles(db, draft.id, fresh);
  await noteTranslations(db, await noteChanges(db, draft, files, change), files);
  const counts = countsOfFiles([...after.values()]);
  await db.updateTable("source_version").set(counts).where("id", "=", draft.id).execute();
  return { ...draft, ...counts };
};

/**
 * Changes single files of the draft, and begins one if there is none; call within a write. The store must
 * have the files' bytes (see `missingFiles`).
 * @returns the draft as it is now
 * @throws SourceConflict if a file, or the draft, is not what the change replaces; then nothing is changed
 */
export const changeDraft = async (
  db: Kysely<Tables>,
  changes: readonly SourceChange[],
  change: DraftChange,
): Promise<SourceVersion> => {
  const draft = await openDraft(db, change);
  const before = filesByPath(await readSource(db, draft.id));
  const conflicts = changes.filter(
    ({ path, replaces }) =>
      replaces !== undefined && (before.get(path)?.checksum ?? null) !== replaces,
  );
  if (conflicts.length > 0) throw new SourceConflict(conflicts.map(({ path }) => path));
  const after = new Map(before);
  for (const each of changes) {
    if ("removed" in each) after.delete(each.path);
    else after.set(each.path, { path: each.path, checksum: each.checksum, size: each.size });
  }
  assertWithin([...after.values()]);
  return writeFiles(db, draft, { before, after }, change);
};

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

/**
 * Decides on the changes of a draft that a folder does not have; call within a write, before the folder replaces
 * the draft.
 * @returns the files of the draft from then on
 * @throws SourceError `content/draft_differs` with their paths if nobody has decided
 */
const settleChanges = async (
  db: Kysely<Tables>,
  draft: SourceVersion,
  files: readonly SourceFile[],
  changes: ReplacedChanges,
): Promise<readonly SourceFile[]> => {
  const differing = filesByPath(await changesNotIn(db, draft, files));
  if (differing.size === 0 || changes === "replace") return files;
  if (changes === null) throw new SourceError("content/draft_differs", [...differing.keys()]);
  return [...files.filter(({ path }) => !differing.has(path)), ...differing.values()];
};

/**
 * Gives the draft the files of a whole folder, and begins one if there is none; call within a write. The
 * store must have the files' bytes (see `missingFiles`).
 * @param changes what becomes of changes of the draft that the folder does not have
 * @returns the draft as it is now
 * @throws SourceError if nobody has decided on such changes
 * @throws SourceConflict if the draft is not what the change replaces; then nothing is changed
 */
export const replaceDraft = async (
  db: Kysely<Tables>,
  files: readonly SourceFile[],
  change: DraftChange,
  changes: ReplacedChanges,
): Promise<SourceVersion> => {
  assertWithin(files);
  const found = await findDraft(db);
  // A draft that is not the one that was seen is refused before anybody is asked about its changes.
  if (found && draftTag(found) !== change.replaces) throw new SourceConflict();
  const after = found ? await settleChanges(db, found, files, changes) : files;
  assertWithin(after);
  const draft = await openDraft(db, change);
  const before = filesByPath(await readSource(db, draft.id));
  return writeFiles(db, draft, { before, after: filesByPath(after) }, change);
};

/** Records that somebody has replaced the whole draft. */
export const recordDraft = (
  db: Kysely<Tables>,
  { id, files, bytes }: SourceVersion,
  actor: Actor,
  at: number,
): Promise<void> =>
  recordChange(db, at, {
    ...{ actor, action: "changed", kind: "content", subject: id, name: String(id) },
    details: { draft: true, files, bytes: Number(bytes) },
  });

/** Removes the draft, whose changes stay in the history; call within a write. @throws SourceConflict if it is not `draft` any more */
export const discardDraft = async (
  db: Kysely<Tables>,
  draft: Pick<SourceVersion, "id" | "edition" | "based_on">,
  change: DraftChange,
): Promise<void> => {
  const { id, edition, based_on } = draft;
  const before = filesByPath(await readSource(db, id));
  const after = filesByPath(based_on === null ? [] : await readSource(db, based_on));
  await noteChanges(db, { id, edition: edition + 1 }, { before, after }, change);
  const { numDeletedRows } = await db
    .deleteFrom("source_version")
    .where("id", "=", id)
    .where("edition", "=", edition)
    .where("state", "=", "draft")
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new SourceConflict();
};
