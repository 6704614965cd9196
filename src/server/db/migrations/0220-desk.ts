import { type Kysely, sql } from "kysely";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { autoIncrement } from "../auto-increment.ts";
import type { Tables } from "../schema.ts";

/**
 * The tutors' desk: their courses, claims, saved comments, marked copies, and when a student is told
 * of an answer. Tutors who exist keep all courses, and answers that exist have been told and seen.
 */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  const { schema } = db;
  await schema
    .alterTable("account")
    .addColumn("teaches_all", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db
    .updateTable("account")
    .set({ teaches_all: 1 })
    .where("level", ">=", TUTOR_LEVEL)
    .execute();
  await schema
    .createTable("teaches")
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("course_id", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("teaches_key", ["account_id", "course_id"])
    .execute();

  await schema.alterTable("upload").addColumn("told", "bigint").execute();
  await schema.alterTable("upload").addColumn("answered_by", "integer").execute();
  await schema
    .alterTable("upload")
    .addColumn("seen", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db
    .updateTable("upload")
    .set({ told: sql`feedback_at`, seen: 1 })
    .where("feedback_at", "is not", null)
    .execute();

  await schema.alterTable("conversation").addColumn("upload_id", "integer").execute();
  await schema.alterTable("conversation").addColumn("course_id", "integer").execute();
  await schema.createIndex("conversation_upload").on("conversation").column("upload_id").execute();

  await schema
    .createTable("hand_in_claim")
    .addColumn("upload_id", "integer", (column) =>
      column.primaryKey().references("upload.id").onDelete("cascade"),
    )
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("hand_in_claim_account")
    .on("hand_in_claim")
    .column("account_id")
    .execute();

  await schema
    .createTable("saved_comment")
    .addColumn("id", "integer", autoIncrement(db as Kysely<unknown>))
    .addColumn("account_id", "integer", (column) =>
      column.references("account.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("saved_comment_account")
    .on("saved_comment")
    .column("account_id")
    .execute();

  await schema
    .createTable("marked_file")
    .addColumn("upload_id", "integer", (column) =>
      column.notNull().references("upload.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("drawing", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addColumn("stored", "text", (column) => column.notNull().unique())
    .addPrimaryKeyConstraint("marked_file_key", ["upload_id", "position"])
    .execute();
};
