import { readFile } from "node:fs/promises";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import type { UploadStore } from "../../db/upload-store.ts";

/** Whether a stored file belongs to a message. */
export const isAttachmentKnown = async (db: Kysely<Tables>, stored: string): Promise<boolean> => {
  const row = await db
    .selectFrom("message_file")
    .select("stored")
    .where("stored", "=", stored)
    .executeTakeFirst();
  return row !== undefined;
};

/** Reads the files of a message. */
export const readAttachments = async (
  db: Kysely<Tables>,
  uploads: UploadStore,
  messageId: number,
): Promise<{ name: string; type: string; size: number; bytes: Buffer }[]> => {
  const rows = await db
    .selectFrom("message_file")
    .selectAll()
    .where("message_id", "=", messageId)
    .orderBy("position")
    .execute();
  return Promise.all(
    rows.map(async ({ name, type, size, stored }) => ({
      name,
      type,
      size,
      bytes: await readFile(uploads.path(stored)),
    })),
  );
};
