import { hash } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Actor } from "../../../domain/audit.ts";
import { chunks } from "../../../lib/chunks.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { holdFiles } from "../../store/unused-files.ts";

/** Somebody else has changed the draft, or published something, since it was last seen. */
export class SourceConflict extends Error {
  override name = "SourceConflict";
  /** The files that are not what they were; empty if the whole draft is meant. */
  readonly paths: readonly string[];

  constructor(paths: readonly string[] = []) {
    super("The draft has been changed meanwhile");
    this.paths = paths;
  }
}

/** Why an author's folder, or a zip of it, is not taken. */
export type SourceErrorCode =
  | "content/too_many_files"
  | "content/too_large"
  | "content/picture_too_large"
  | "content/twins"
  | "content/unsafe_names"
  | "content/missing_files"
  | "content/damaged_zip"
  | "content/encrypted_zip"
  | "content/unknown_compression"
  | "content/unsafe_zip"
  | "content/no_school"
  | "content/no_draft"
  /** Changes of the draft are not in what replaces it. */
  | "content/draft_differs"
  | "content/unknown_version"
  | "content/already_published"
  | "content/account_mails"
  | "content/problems";

/** An author's folder, or a zip of it, cannot be taken as it is. */
export class SourceError extends Error {
  override name = "SourceError";
  readonly code: SourceErrorCode;
  /** The files that are the reason. */
  readonly paths: readonly string[];

  constructor(code: SourceErrorCode, paths: readonly string[] = []) {
    super([code, ...paths].join(" "));
    this.code = code;
    this.paths = paths;
  }
}

/** A file of an author's folder. Its bytes are a content file in the store. */
export interface SourceFile {
  /** Relative, joined by `/`. */
  readonly path: string;
  /** SHA-256, hex. */
  readonly checksum: string;
  readonly size: number;
}

/** A picture that stays as it is, and why. */
export interface KeptPicture {
  readonly file: string;
  readonly message: string;
}

export type SourceVersion = Selectable<Tables["source_version"]>;

const ROWS_AT_ONCE = 500;

/** How many published versions stay. */
export const KEPT_VERSIONS = 10;

const byPath = (one: SourceFile, other: SourceFile): number => (one.path < other.path ? -1 : 1);

export const filesByPath = (files: readonly SourceFile[]): Map<string, SourceFile> =>
  new Map(files.map((file) => [file.path, file]));

/** The files of a version, sorted by their paths. */
export const readSource = async (db: Kysely<Tables>, versionId: number): Promise<SourceFile[]> => {
  const rows = await db
    .selectFrom("source_file")
    .select(["path", "checksum", "size"])
    .where("version_id", "=", versionId)
    .execute();
  // The databases sort texts differently.
  return rows.map((row) => ({ ...row, size: Number(row.size) })).sort(byPath);
};

/** The checksum of a file in a version; null if it has none. */
export const checksumIn = async (
  db: Kysely<Tables>,
  versionId: number,
  path: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom("source_file")
    .select("checksum")
    .where("version_id", "=", versionId)
    .where("path", "=", path)
    .executeTakeFirst();
  return row?.checksum ?? null;
};

/** The draft; null if there is none. */
export const findDraft = async (db: Kysely<Tables>): Promise<SourceVersion | null> =>
  (await db
    .selectFrom("source_version")
    .selectAll()
    .where("state", "=", "draft")
    .executeTakeFirst()) ?? null;

const publishedOnes = (db: Kysely<Tables>) =>
  db
    .selectFrom("source_version")
    .selectAll()
    .where("state", "=", "published")
    .orderBy("published", "desc")
    .orderBy("id", "desc");

/** The published versions, the latest first. Content of an earlier release of the program has none. */
export const publishedVersions = (db: Kysely<Tables>): Promise<SourceVersion[]> =>
  publishedOnes(db).execute();

/** The version that students have; null if the content has no source. */
export const latestPublished = async (db: Kysely<Tables>): Promise<SourceVersion | null> =>
  (await publishedOnes(db).limit(1).executeTakeFirst()) ?? null;

/** Pictures that stay as they are, as they are named in the version that students have. */
export const namedInSource = async (
  db: Kysely<Tables>,
  pictures: readonly { readonly source: string; readonly problem: string }[],
): Promise<KeptPicture[]> => {
  const latest = await latestPublished(db);
  if (pictures.length === 0 || !latest) return [];
  const files = await readSource(db, latest.id);
  const problems = new Map(pictures.map(({ source, problem }) => [source, problem]));
  return files.flatMap(({ path, checksum }) => {
    const message = problems.get(checksum);
    return message === undefined ? [] : [{ file: path, message }];
  });
};

/** A checksum of the list of files, whatever their order. */
export const manifestOf = (files: readonly SourceFile[]): string =>
  hash(
    "sha256",
    [...files]
      .sort(byPath)
      .map(({ path, checksum, size }) => `${path}\n${checksum} ${size}\n`)
      .join(""),
  );

/** The number of files and their bytes together. */
export const countsOfFiles = (
  files: readonly SourceFile[],
): { readonly files: number; readonly bytes: number } => ({
  files: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
});

/** Adds files to a version; call within a write. */
export const addFiles = async (
  db: Kysely<Tables>,
  versionId: number,
  files: readonly SourceFile[],
): Promise<void> => {
  for (const some of chunks(files, ROWS_AT_ONCE)) {
    await db
      .insertInto("source_file")
      .values(
        some.map(({ path, checksum, size }) => ({ version_id: versionId, path, checksum, size })),
      )
      .execute();
  }
};

/** Removes files from a version; call within a write. */
export const removeFiles = async (
  db: Kysely<Tables>,
  versionId: number,
  paths: readonly string[],
): Promise<void> => {
  for (const some of chunks(paths, ROWS_AT_ONCE)) {
    await db
      .deleteFrom("source_file")
      .where("version_id", "=", versionId)
      .where("path", "in", some)
      .execute();
  }
};

/** Gives a version the files of another one; call within a write. */
export const copyFiles = async (
  db: Kysely<Tables>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> => {
  await db
    .insertInto("source_file")
    .columns(["version_id", "path", "checksum", "size"])
    .expression((where) =>
      where
        .selectFrom("source_file")
        .select(({ val }) => [val(to).as("version_id"), "path", "checksum", "size"])
        .where("version_id", "=", from),
    )
    .execute();
};

/** The columns that say who has made a version. */
export const actorColumns = (actor: Actor): Pick<SourceVersion, "actor" | "account_id"> => ({
  actor: actor.kind,
  account_id: actor.kind === "person" ? actor.id : null,
});

/**
 * The files whose bytes the store does not have. Protects the others from being swept, for as long as
 * unused files are kept.
 */
export const missingFiles = async (
  database: Database,
  store: Store,
  files: readonly Pick<SourceFile, "checksum" | "size">[],
): Promise<Set<string>> => {
  const sizes = new Map(files.map(({ checksum, size }) => [checksum, size]));
  await holdFiles(database, sizes.keys());
  const named = [...sizes].map(([checksum, size]) => ({ key: contentFile(checksum), size }));
  return new Set((await store.missing(named)).map(({ key }) => key.name));
};
