import type { Kysely } from "kysely";
import type { Database } from "../db/open-database.ts";
import type { Account, Tables } from "../db/schema.ts";
import { nameOf } from "../http/assignments/sent-assignment.ts";
import { type Store, sentFile } from "../store/store.ts";
import { countOf, personTables, rowsOf, uploadsIn } from "./person-tables.ts";

/** Tables that a summary leaves out: sign-ins, keys, and parts of the rows of other tables. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  "account",
  "audit",
  "hand_in_claim",
  "job",
  "known_place",
  "message_file",
  "message_read",
  "news",
  "news_choice",
  "news_due",
  "openid_code",
  "openid_link",
  "openid_session",
  "passkey",
  "recovery_code",
  "registration",
  "repeatable",
  "reset_link",
  "second_step",
  "source_version",
  "source_file",
  "token",
  "totp",
  "upload_file",
  "marked_file",
]);

/** The names of a table's rows, singular and plural. Other tables have their own names. */
const ROW_NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  subscription: ["course", "courses"],
  progress: ["lesson studied", "lessons studied"],
  note: ["note", "notes"],
  measurement: ["table of measurements", "tables of measurements"],
  upload: ["hand-in", "hand-ins"],
  conversation: ["conversation", "conversations"],
  message: ["message", "messages"],
  serial_number: ["serial number", "serial numbers"],
  activation: ["activated computer", "activated computers"],
  teaches: ["course taught", "courses taught"],
  saved_comment: ["saved comment", "saved comments"],
};

export interface PersonSummary {
  /** Numbers of rows by table, without empty ones. */
  rows: Record<string, number>;
  files: number;
}

/** Counts the rows and files of a person. */
export const summarizePerson = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<PersonSummary> => {
  const summary: PersonSummary = { rows: {}, files: 0 };
  for (const table of await personTables({ written: false })) {
    const count = await countOf(db, table, accountId);
    if (count > 0) summary.rows[table.name] = count;
    if (uploadsIn(table, [{}]).length > 0) summary.files += count;
  }
  return summary;
};

/** A summary in words, such as `2 courses, 1 note, 3 files`. */
export const summaryInWords = ({ rows, files }: PersonSummary): string => {
  const tables = new Set([...Object.keys(ROW_NAMES), ...Object.keys(rows)]);
  const counts = [...tables].flatMap((table) => {
    const count = rows[table] ?? 0;
    if (count === 0 || UNCOUNTED.has(table)) return [];
    const [one, many] = ROW_NAMES[table] ?? [table, table];
    return [`${count} ${count === 1 ? one : many}`];
  });
  if (files > 0) counts.push(files === 1 ? "1 file" : `${files} files`);
  return counts.join(", ") || "nothing else";
};

/** Replaces the name of a removed person. */
const NO_NAME = "—";

/**
 * Removes a person's name from answers in other people's conversations and to their hand-ins, which
 * stay. Answers of earlier versions have no id of the tutor, so they keep a name that another account
 * also has.
 */
const removeName = async (db: Kysely<Tables>, account: Account): Promise<void> => {
  await db
    .updateTable("message")
    .set({ author: NO_NAME })
    .where("author_id", "=", account.id)
    .execute();
  await db
    .updateTable("upload")
    .set({ tutor: NO_NAME })
    .where("answered_by", "=", account.id)
    .execute();
  const namesakes = await db
    .selectFrom("account")
    .select("id")
    .where("first_name", "=", account.first_name)
    .where("last_name", "=", account.last_name)
    .where("id", "!=", account.id)
    .execute();
  if (namesakes.length > 0) return;
  await db
    .updateTable("upload")
    .set({ tutor: NO_NAME })
    .where("tutor", "=", nameOf(account))
    .where("answered_by", "is", null)
    .execute();
};

/**
 * Removes an account with everything that belongs to the person, including files. If the server is
 * killed in between, unused files remain, which the school deletes within a day.
 */
export const removePerson = async (
  database: Database,
  store: Store,
  account: Account,
): Promise<void> => {
  const tables = await personTables({ written: false });
  const stored = await database.write(async (db) => {
    await database.lockAccount(db, account.id);
    const named: string[] = [];
    for (const table of tables.filter((each) => uploadsIn(each, [{}]).length > 0)) {
      named.push(...uploadsIn(table, await rowsOf(db, table, account.id)));
    }
    await removeName(db, account);
    // Deletes the rows of all other tables as well, by their foreign keys.
    await db.deleteFrom("account").where("id", "=", account.id).execute();
    return named;
  });
  await store.delete(stored.map(sentFile));
};
