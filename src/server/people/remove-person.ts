import type { Kysely } from "kysely";
import { recordChange } from "../audit/record-change.ts";
import type { Database } from "../db/open-database.ts";
import type { Account, Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { nameOf } from "../http/assignments/sent-assignment.ts";
import { type Store, sentFile } from "../store/store.ts";
import { LAST_ADMINISTRATOR, type LastAdministrator, type PeopleContext } from "./change-person.ts";
import { isLastAdministrator } from "./last-administrator.ts";
import { countOf, personTables, rowsOf, uploadsIn } from "./person-tables.ts";

/** Tables that a summary leaves out: sign-ins, keys, and parts of the rows of other tables. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  "account",
  "audit",
  "hand_in_claim",
  "job",
  "known_place",
  "link_mail",
  "message_file",
  "message_read",
  "news",
  "news_choice",
  "news_due",
  "openid_code",
  "openid_link",
  "openid_session",
  "passkey",
  "push_device",
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

/** What of a person stays when they are removed, without their name where others see it. */
export interface WhatStays {
  /** Answers to other people's hand-ins. */
  answers: number;
  /** Messages in other people's conversations. */
  messages: number;
  /** Records of changes that they have made, or that were made to them. */
  changes: number;
}

export interface PersonSummary {
  /** Numbers of rows by table, without empty ones. */
  rows: Record<string, number>;
  files: number;
  stays: WhatStays;
}

const summarizeStaying = async (db: Kysely<Tables>, accountId: number): Promise<WhatStays> => {
  const counted = await waitForAll(
    db
      .selectFrom("upload")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("answered_by", "=", accountId)
      .where("account_id", "!=", accountId)
      .executeTakeFirst(),
    db
      .selectFrom("message")
      .innerJoin("conversation", "conversation.id", "message.conversation_id")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("author_id", "=", accountId)
      .where("conversation.account_id", "!=", accountId)
      .executeTakeFirst(),
    db
      .selectFrom("audit")
      .select(({ fn }) => fn.countAll().as("count"))
      .where((where) =>
        where.or([
          where("actor_id", "=", accountId),
          where.and([where("kind", "=", "person"), where("subject", "=", String(accountId))]),
        ]),
      )
      .executeTakeFirst(),
  );
  const [answers = 0, messages = 0, changes = 0] = counted.map((row) => Number(row?.count ?? 0));
  return { answers, messages, changes };
};

/** Counts what goes and what stays when a person is removed. */
export const summarizePerson = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<PersonSummary> => {
  const stays = await summarizeStaying(db, accountId);
  const summary: PersonSummary = { rows: {}, files: 0, stays };
  for (const table of await personTables({ written: false })) {
    const count = await countOf(db, table, accountId);
    if (count > 0) summary.rows[table.name] = count;
    if (uploadsIn(table, [{}]).length > 0) summary.files += count;
  }
  return summary;
};

/** The tables of a summary that people are told of, in their order. */
export const toldTables = (rows: PersonSummary["rows"]): string[] =>
  [...new Set([...Object.keys(ROW_NAMES), ...Object.keys(rows)])].filter(
    (table) => (rows[table] ?? 0) > 0 && !UNCOUNTED.has(table),
  );

const inWords = (count: number, [one, many]: readonly [one: string, many: string]): string =>
  `${count} ${count === 1 ? one : many}`;

/** What goes in words, such as `2 courses, 1 note, 3 files`. */
export const summaryInWords = ({ rows, files }: PersonSummary): string => {
  const counts = toldTables(rows).map((table) =>
    inWords(rows[table] ?? 0, ROW_NAMES[table] ?? [table, table]),
  );
  if (files > 0) counts.push(inWords(files, ["file", "files"]));
  return counts.join(", ") || "nothing else";
};

/** What stays in words, such as ` 3 answers stay without the name.`; empty if nothing does. */
export const stayingInWords = ({ stays: { answers, messages } }: PersonSummary): string => {
  const counts = [
    ...(answers > 0 ? [inWords(answers, ["answer to a hand-in", "answers to hand-ins"])] : []),
    ...(messages > 0 ? [inWords(messages, ["message to others", "messages to others"])] : []),
  ];
  return counts.length > 0 ? ` What stays, without the name: ${counts.join(", ")}.` : "";
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
 * Removes an account with everything that belongs to the person, including files, and records who has
 * done it. If the server is killed in between, unused files remain, which the school deletes within a day.
 * @param allow says who removes the account as it is now; throws if they may not
 * @returns what has gone and what has stayed; null if there is no such account
 */
export const removePerson = async (
  database: Database,
  store: Store,
  accountId: number,
  allow: (
    db: Kysely<Tables>,
    account: Account,
  ) => Promise<Pick<PeopleContext, "actor" | "now" | "today">>,
): Promise<PersonSummary | LastAdministrator | null> => {
  const tables = await personTables({ written: false });
  const stored: string[] = [];
  const removed = await database.write(async (db) => {
    stored.length = 0;
    await database.lockAccount(db, accountId);
    const account = await db
      .selectFrom("account")
      .selectAll()
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) return null;
    const { actor, now, today } = await allow(db, account);
    if (await isLastAdministrator(db, account, today)) return LAST_ADMINISTRATOR;
    const summary = await summarizePerson(db, accountId);
    for (const table of tables.filter((each) => uploadsIn(each, [{}]).length > 0)) {
      stored.push(...uploadsIn(table, await rowsOf(db, table, accountId)));
    }
    const { rows, files } = summary;
    await recordChange(db, now, {
      ...{ actor, action: "removed", kind: "person", subject: accountId, name: account.username },
      details: {
        level: account.level,
        ...Object.fromEntries(toldTables(rows).map((table) => [table, rows[table] ?? 0])),
        ...(files > 0 && { files }),
      },
    });
    await removeName(db, account);
    // Deletes the rows of all other tables as well, by their foreign keys.
    await db.deleteFrom("account").where("id", "=", accountId).execute();
    return summary;
  });
  await store.delete(stored.map(sentFile));
  return removed;
};
