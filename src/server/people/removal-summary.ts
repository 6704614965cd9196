import { type Kysely, sql } from "kysely";
import { amongIds } from "../db/given-values.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { countRows, type PersonTable, uploadsIn } from "./person-tables.ts";

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
  "source_change",
  "source_reader",
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
  saved_draft: ["saved pattern", "saved patterns"],
  upload: ["hand-in", "hand-ins"],
  conversation: ["conversation", "conversations"],
  message: ["message", "messages"],
  serial_number: ["serial number", "serial numbers"],
  activation: ["activated computer", "activated computers"],
  teaches: ["course taught", "courses taught"],
  saved_comment: ["saved comment", "saved comments"],
};

/** What of people stays when they are removed, without their names where others see it. */
export interface WhatStays {
  /** Answers to other people's hand-ins. */
  answers: number;
  /** Messages in other people's conversations. */
  messages: number;
  /** Records of changes that they have made, or that were made to them. */
  changes: number;
}

export interface PeopleSummary {
  /** Numbers of rows by table, without empty ones. */
  rows: Record<string, number>;
  files: number;
  stays: WhatStays;
}

const summarizeStaying = async (db: Kysely<Tables>, ids: readonly number[]): Promise<WhatStays> => {
  // PostgreSQL knows no empty list.
  if (ids.length === 0) return { answers: 0, messages: 0, changes: 0 };
  const counted = await waitForAll(
    db
      .selectFrom("upload")
      .select(({ fn }) => fn.countAll().as("count"))
      .where(amongIds(db, "answered_by", ids))
      .where(sql<boolean>`not ${amongIds(db, "account_id", ids)}`)
      .executeTakeFirst(),
    db
      .selectFrom("message")
      .innerJoin("conversation", "conversation.id", "message.conversation_id")
      .select(({ fn }) => fn.countAll().as("count"))
      .where(amongIds(db, "author_id", ids))
      .where(sql<boolean>`not ${amongIds(db, "conversation.account_id", ids)}`)
      .executeTakeFirst(),
    db
      .selectFrom("audit")
      .select(({ fn }) => fn.countAll().as("count"))
      .where((where) =>
        where.or([
          amongIds(db, "actor_id", ids),
          where.and([where("kind", "=", "person"), where("subject", "in", ids.map(String))]),
        ]),
      )
      .executeTakeFirst(),
  );
  const [answers = 0, messages = 0, changes = 0] = counted.map((row) => Number(row?.count ?? 0));
  return { answers, messages, changes };
};

/**
 * Counts what goes and what stays when people are removed together.
 * @param tables those of `personTables`, without what people have written to others
 */
export const summarizePeople = async (
  db: Kysely<Tables>,
  tables: readonly PersonTable[],
  ids: readonly number[],
): Promise<PeopleSummary> => {
  const [stays, counts] = await waitForAll(summarizeStaying(db, ids), countRows(db, tables, ids));
  const summary: PeopleSummary = { rows: {}, files: 0, stays };
  for (const table of tables) {
    const count = counts[table.name] ?? 0;
    if (count > 0) summary.rows[table.name] = count;
    if (uploadsIn(table, [{}]).length > 0) summary.files += count;
  }
  return summary;
};

/** The tables of a summary that people are told of, in their order. */
export const toldTables = (rows: PeopleSummary["rows"]): string[] =>
  [...new Set([...Object.keys(ROW_NAMES), ...Object.keys(rows)])].filter(
    (table) => (rows[table] ?? 0) > 0 && !UNCOUNTED.has(table),
  );

const inWords = (count: number, [one, many]: readonly [one: string, many: string]): string =>
  `${count} ${count === 1 ? one : many}`;

/** What goes in words, such as `2 courses, 1 note, 3 files`. */
export const summaryInWords = ({ rows, files }: PeopleSummary): string => {
  const counts = toldTables(rows).map((table) =>
    inWords(rows[table] ?? 0, ROW_NAMES[table] ?? [table, table]),
  );
  if (files > 0) counts.push(inWords(files, ["file", "files"]));
  return counts.join(", ") || "nothing else";
};

/** What stays in words, such as ` 3 answers stay without the name.`; empty if nothing does. */
export const stayingInWords = ({ stays: { answers, messages } }: PeopleSummary): string => {
  const counts = [
    ...(answers > 0 ? [inWords(answers, ["answer to a hand-in", "answers to hand-ins"])] : []),
    ...(messages > 0 ? [inWords(messages, ["message to others", "messages to others"])] : []),
  ];
  return counts.length > 0 ? ` What stays, without the name: ${counts.join(", ")}.` : "";
};
