import { type Kysely, sql } from "kysely";

/**
 * Photos are converted after they are published, so the form that the desktop app keeps is not known yet then:
 * a file says in its place whether it is a download, of which the app keeps the file itself.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable("file")
    .addColumn("is_download", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update file set is_download = 1 where offline is null and exists (
    select 1 from picture_variant
    where picture_variant.source = file.checksum and picture_variant.type = 'image/webp'
  )`.execute(db);
  await db.schema.alterTable("file").dropColumn("offline").execute();
};
