import type { Kysely } from "kysely";
import * as v from "valibot";
import type { Actor } from "../../domain/audit.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Tables } from "../db/schema.ts";
import { readSetting, writeSetting } from "../db/settings.ts";

/** The setting that says when the last backup was made. A backup leaves it out. */
export const LAST_BACKUP = "last_backup";

const lastBackup = v.object({
  /** Milliseconds since 1970. */
  at: v.number(),
  bytes: v.number(),
  /** Files that were missing or damaged, so that the backup does not have them. */
  missing: v.number(),
});

type LastBackup = v.InferOutput<typeof lastBackup>;

/** When the last backup was made, by whom it ever was; null if none is known. */
export const readLastBackup = async (db: Kysely<Tables>): Promise<LastBackup | null> => {
  const text = await readSetting(db, LAST_BACKUP);
  const parsed = text === null ? null : v.safeParse(lastBackup, JSON.parse(text));
  return parsed?.success ? parsed.output : null;
};

/**
 * Notes that a backup has been made, and records who made it; call within a write.
 * @param name of its file
 */
export const noteBackup = async (
  db: Kysely<Tables>,
  actor: Actor,
  name: string,
  made: LastBackup,
): Promise<void> => {
  await writeSetting(db, LAST_BACKUP, JSON.stringify(made));
  const { at, bytes, missing } = made;
  await recordChange(db, at, {
    actor,
    action: "added",
    kind: "backup",
    subject: name,
    name,
    details: { bytes, ...(missing > 0 && { missing }) },
  });
};
