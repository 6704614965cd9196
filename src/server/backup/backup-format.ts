import * as v from "valibot";
import { LAST_BACKUP } from "./last-backup.ts";

/** A backup cannot be made or restored. The message gives the reason in one sentence. */
export class BackupError extends Error {}

/*
 * A backup is a tar file, compressed with Zstandard. Its entries, in this order:
 *
 *   backup.json                  see `manifest`
 *   tables/NAME/000001.jsonl     the rows of a table in parts, each row a line of JSON
 *   files/CHECKSUM               the content's files
 *   uploads/NAME                 what students and tutors have sent
 *   checksums.txt                the SHA-256 of every entry above, as `sha256sum` writes them
 */

export const BACKUP_FORMAT = "learning-space backup";
export const BACKUP_VERSION = 1;

export const MANIFEST = "backup.json";
export const CHECKSUMS = "checksums.txt";

export const manifest = v.object({
  format: v.literal(BACKUP_FORMAT),
  version: v.number(),
  /** When it was made, an ISO date. */
  created: v.string(),
  /** The names of the database's migrations. */
  migrations: v.array(v.string()),
  /** The last id that each table has assigned, also to deleted rows. */
  sequences: v.record(v.string(), v.number()),
});

export type Manifest = v.InferOutput<typeof manifest>;

/** A field of a row. Bytes are `{base64}`. */
export const cell = v.nullable(v.union([v.string(), v.number(), v.object({ base64: v.string() })]));

export const row = v.record(v.string(), cell);

/**
 * Tables that a backup leaves out: sessions with their devices, so that everybody signs in again after a
 * restore; news that has not been told and long work, so that a restore does nothing a second time;
 * short-lived rows, such as the parts of files that are being sent and who reads what; unused files; and the objects in the
 * bucket, which belong to this school only.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  "token",
  "openid_session",
  "push_device",
  "openid_code",
  "second_step",
  "reset_link",
  "news",
  "news_due",
  "failed_attempt",
  "job",
  "source_part",
  "source_reader",
  "turn",
  "unused_file",
  "stored_object",
]);

/** The setting that says for when the last scheduled backup was ordered. A backup leaves it out. */
export const SCHEDULED_BACKUP = "scheduled_backup";

/**
 * Settings that a backup leaves out: the key of the short-lived tickets, the place of new files, and
 * what only this school's own machine knows.
 */
export const LEFT_OUT_SETTINGS: ReadonlySet<string> = new Set([
  "ticket_key",
  "store_target",
  LAST_BACKUP,
  SCHEDULED_BACKUP,
  "doctor",
  "settings_changed",
]);

/** Tables that a restore does not change, because it does not change the bucket. */
export const KEPT_TABLES: ReadonlySet<string> = new Set(["stored_object"]);

/** The columns that name files, those with their sizes, and the backup's folder for them. Some may be null. */
export const NAMED_FILES = [
  { table: "file", column: "checksum", size: "size", folder: "files" },
  { table: "picture_variant", column: "checksum", size: "size", folder: "files" },
  { table: "source_file", column: "checksum", size: "size", folder: "files" },
  { table: "source_change", column: "before", size: "before_size", folder: "files" },
  { table: "source_change", column: "after", size: "after_size", folder: "files" },
  { table: "source_translation", column: "original", size: "size", folder: "files" },
  { table: "upload_file", column: "stored", size: "size", folder: "uploads" },
  { table: "message_file", column: "stored", size: "size", folder: "uploads" },
  { table: "marked_file", column: "stored", size: "size", folder: "uploads" },
] as const;

const ENTRY = /^(?:tables\/([a-z][a-z\d_]{0,60})\/\d{6}\.jsonl|(files|uploads)\/([\w-]{1,80}))$/;

/** Parses an entry's name. @returns null for a name that no backup has */
export const readEntryName = (
  name: string,
): { table: string } | { folder: "files" | "uploads"; file: string } | null => {
  const [, table, folder, file] = ENTRY.exec(name) ?? [];
  if (table !== undefined) return { table };
  if (file === undefined) return null;
  return { folder: folder === "files" ? "files" : "uploads", file };
};

export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, "0")}.jsonl`;
