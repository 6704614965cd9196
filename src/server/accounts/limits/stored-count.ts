import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/schema.ts";

/** What an account has stored. */
export interface Stored {
  bytes: number;
  messages: number;
  handIns: number;
  notes: number;
  tables: number;
}

/**
 * Counts what an account has stored, over indexes by account. The length of a text is in its row's
 * head: the database does not read the text for it.
 */
export const countStored = async (db: Kysely<Tables>, accountId: number): Promise<Stored> => {
  const { rows } = await sql<
    Record<"m" | "mb" | "mf" | "h" | "hb" | "hf" | "n" | "nb" | "t", number>
  >`
    select
      (select count(*) from message where author_id = ${accountId}) as m,
      (select coalesce(sum(octet_length(subject) + octet_length(body)), 0)
        from message where author_id = ${accountId}) as mb,
      (select coalesce(sum(message_file.size), 0) from message
        join message_file on message_file.message_id = message.id
        where author_id = ${accountId}) as mf,
      (select count(*) from upload where account_id = ${accountId}) as h,
      (select coalesce(sum(octet_length(comment)), 0)
        from upload where account_id = ${accountId}) as hb,
      (select coalesce(sum(upload_file.size), 0) from upload
        join upload_file on upload_file.upload_id = upload.id
        where account_id = ${accountId}) as hf,
      (select count(*) from note where account_id = ${accountId}) as n,
      (select coalesce(sum(octet_length(text)), 0)
        from note where account_id = ${accountId}) as nb,
      (select count(*) from measurement where account_id = ${accountId}) as t
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A count has no row");
  return {
    bytes: row.mb + row.mf + row.hb + row.hf + row.nb,
    messages: row.m,
    handIns: row.h,
    notes: row.n,
    tables: row.t,
  };
};
