import type { Kysely, Selectable } from "kysely";
import type { Tables, UploadRow } from "../../db/schema.ts";

type FileRow = Selectable<Tables["upload_file"]>;

export interface UploadWithFiles extends UploadRow {
  files: FileRow[];
}

/** Whether a stored file belongs to an upload. */
export const isUploadKnown = async (db: Kysely<Tables>, stored: string): Promise<boolean> => {
  const row = await db
    .selectFrom("upload_file")
    .select("stored")
    .where("stored", "=", stored)
    .executeTakeFirst();
  return row !== undefined;
};

const IDS_AT_ONCE = 500;

const withFiles = async (db: Kysely<Tables>, uploads: UploadRow[]): Promise<UploadWithFiles[]> => {
  const files = new Map<number, FileRow[]>(uploads.map(({ id }) => [id, []]));
  const ids = [...files.keys()];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom("upload_file")
      .selectAll()
      .where("upload_id", "in", ids.slice(from, from + IDS_AT_ONCE))
      .orderBy("position")
      .execute();
    for (const row of rows) files.get(row.upload_id)?.push(row);
  }
  return uploads.map((upload) => ({ ...upload, files: files.get(upload.id) ?? [] }));
};

/** One person's uploads, earliest first. */
export const uploadsOf = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<UploadWithFiles[]> => {
  const rows = await db
    .selectFrom("upload")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return withFiles(db, rows);
};

/** All uploads for assignments that wait for a tutor, earliest first. */
export const uploadsWaiting = async (db: Kysely<Tables>): Promise<UploadWithFiles[]> => {
  const rows = await db
    .selectFrom("upload")
    .selectAll()
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("upload as waiting")
          .select("waiting.id")
          .whereRef("waiting.account_id", "=", "upload.account_id")
          .whereRef("waiting.lesson_id", "=", "upload.lesson_id")
          .where("waiting.state", "=", "uploaded"),
      ),
    )
    .orderBy("id")
    .execute();
  return withFiles(db, rows);
};

/** The state of an assignment is the state of its last upload, by lesson. */
export const assignmentStates = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<Map<number, UploadRow["state"]>> => {
  const rows = await db
    .selectFrom("upload")
    .select(["lesson_id", "state"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ lesson_id, state }) => [lesson_id, state]));
};
