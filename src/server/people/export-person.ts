import type { Kysely } from "kysely";
import type { Day } from "../../domain/calendar.ts";
import { storedTitle } from "../../domain/translated.ts";
import { safeFileName } from "../../lib/safe-file-name.ts";
import { recordChange } from "../audit/record-change.ts";
import { type ExportTarget, writeExport } from "../content/export/export-target.ts";
import { courseKeys, publishedProducts } from "../content/import-school.ts";
import { escapeHtml } from "../content/markdown-parser.ts";
import type { Account, Tables } from "../db/schema.ts";
import { readSchoolDays } from "../school/school-days.ts";
import { type Store, sentFile } from "../store/store.ts";
import type { PeopleContext } from "./change-person.ts";
import { type PersonRow, type PersonTable, personTables, rowsOf } from "./person-tables.ts";

interface PersonKind {
  name: string;
  rows: readonly PersonRow[];
}

/** The kinds in words, in the order of the page. Others follow under their own names. */
const TITLES: Readonly<Record<string, string>> = {
  account: "Account",
  subscription: "Courses",
  progress: "Lessons studied",
  note: "Notes",
  measurement: "Body measurements",
  saved_draft: "Saved patterns",
  upload: "Hand-ins",
  upload_file: "Files of hand-ins",
  marked_file: "Tutors' drawings on files of hand-ins, and their recordings",
  conversation: "Conversations",
  message: "Messages",
  message_file: "Files of messages",
  message_read: "Messages read",
  teaches: "Courses taught",
  saved_comment: "Saved comments",
  hand_in_claim: "Hand-ins in work",
  news_choice: "News by mail",
  news: "News that has not been told yet",
  push_device: "Devices that are told of news",
  serial_number: "Serial numbers of the desktop app",
  registration: "Registrations of the desktop app",
  activation: "Computers with the desktop app",
  audit: "Changes of the school",
  job: "Long work ordered",
  token: "Sessions",
};

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-inline-size:70rem;padding-inline:1rem;color-scheme:light dark}
section{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid;padding:.25rem .5rem;text-align:start;vertical-align:top;white-space:pre-wrap;max-inline-size:30rem;overflow-wrap:anywhere}`;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const inWords = (name: string): string => capital(name.replaceAll("_", " "));

const cellOf = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return "";
  const text = escapeHtml(String(value));
  if (name !== "file") return `<bdi>${text}</bdi>`;
  const address = String(value).split("/").map(encodeURIComponent).join("/");
  return `<a href="${escapeHtml(address)}">${text}</a>`;
};

const sectionOf = ({ name, rows }: PersonKind): string => {
  const columns = Object.keys(rows[0] ?? {});
  const head = columns.map((column) => `<th scope="col">${escapeHtml(inWords(column))}</th>`);
  const body = rows.map(
    (row) => `<tr>${columns.map((each) => `<td>${cellOf(each, row[each])}</td>`).join("")}</tr>`,
  );
  return `<section><h2>${escapeHtml(TITLES[name] ?? inWords(name))} (${rows.length})</h2>
<table><thead><tr>${head.join("")}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></section>`;
};

/** A page with everything about a person. It runs no script and loads nothing. */
const personPage = (
  username: string,
  kinds: readonly PersonKind[],
  today: Day<"school">,
): string => {
  const order = Object.keys(TITLES);
  const rank = ({ name }: PersonKind) =>
    order.includes(name) ? order.indexOf(name) : order.length;
  const filled = kinds.filter(({ rows }) => rows.length > 0).toSorted((a, b) => rank(a) - rank(b));
  const title = `Everything about ${escapeHtml(username)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>Exported on ${today}. The files beside this page hold the same as data, one
for each kind. Times are in UTC.</p>
${filled.map(sectionOf).join("\n")}
</body>
</html>
`;
};

/** Tables that hold nothing but copies of other rows, secrets, or the school's content. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "repeatable",
  "reset_link",
  "link_mail",
  "openid_code",
  "openid_session",
  "totp",
  "recovery_code",
  "second_step",
  "news_due",
  "source_version",
  "source_file",
  "source_change",
  "source_reader",
]);

/** Columns with secrets, names of secrets, other people's data, or values that are computed from other columns. */
const SECRET: ReadonlySet<string> = new Set([
  "password",
  "hash",
  "token_hash",
  "endpoint",
  "p256dh",
  "auth",
  "handle",
  "activation.id",
  // What an import has found in its rows.
  "job.result",
  "session_id",
  "place",
  "public_key",
  "username_key",
  "email_key",
  "username_like",
  "email_like",
  "search_text",
]);

/** Milliseconds since 1970 are larger than any other number in the database. */
const FIRST_TIME = 1e11;

interface Titles {
  lessons: ReadonlyMap<number, string>;
  courses: ReadonlyMap<number, string>;
}

const readTitles = async (db: Kysely<Tables>): Promise<Titles> => {
  const products = await publishedProducts(db);
  const lessons = products.flatMap((product) => Object.values(product.lessons));
  return {
    lessons: new Map(lessons.map(({ dbid, title }) => [dbid, storedTitle(title, "")])),
    courses: await courseKeys(db),
  };
};

/** The name in the zip of a row's file. */
const fileNameOf = (table: string, row: PersonRow): string =>
  safeFileName(
    `${table.replace("_file", "")}-${row.upload_id ?? row.message_id}-${row.position}-${row.name}`,
  );

const readable = (value: unknown): unknown =>
  typeof value === "number" && value >= FIRST_TIME ? new Date(value).toISOString() : value;

const toSent = (table: PersonTable, row: PersonRow, { lessons, courses }: Titles): PersonRow => {
  const sent: PersonRow = {};
  for (const [name, value] of Object.entries(row)) {
    if (SECRET.has(name) || SECRET.has(`${table.name}.${name}`)) continue;
    if (name === "stored") sent.file = `files/${fileNameOf(table.name, row)}`;
    else sent[name] = readable(value);
    if (name === "lesson_id") sent.lesson = lessons.get(Number(value)) ?? null;
    if (name === "course_id" && value !== null) sent.course = courses.get(Number(value)) ?? null;
  }
  return sent;
};

interface ExportedPerson {
  /** Numbers of rows by kind. */
  rows: Record<string, number>;
  files: number;
  /** Names in the store of files that are missing. */
  missing: string[];
}

const addFiles = async (
  table: PersonTable,
  rows: readonly PersonRow[],
  store: Store,
  target: ExportTarget,
  exported: ExportedPerson,
): Promise<void> => {
  for (const row of rows) {
    if (row.stored === undefined) continue;
    const stored = String(row.stored);
    const key = sentFile(stored);
    const size = await store.sizeOf(key);
    if (size === null) {
      exported.missing.push(stored);
      continue;
    }
    const name = `files/${fileNameOf(table.name, row)}`;
    const file = { name, type: String(row.type), size };
    await target.addFile(file, (await store.stream(key)) as AsyncIterable<Buffer>);
    exported.files += 1;
  }
};

/** Records who has everything about a person; call within a write. */
export const recordExport = (
  db: Kysely<Tables>,
  { id, username }: Pick<Account, "id" | "username">,
  { actor, now }: Pick<PeopleContext, "actor" | "now">,
): Promise<void> =>
  recordChange(db, now, {
    ...{ actor, action: "exported", kind: "person", subject: id, name: username },
  });

/**
 * Writes everything about a person: a readable page, the rows of each kind as JSON, and the files
 * that they have sent.
 * @throws the error of the database or the disk; then nothing is left of the export
 */
export const exportPerson = async (
  db: Kysely<Tables>,
  store: Store,
  account: Account,
  target: ExportTarget,
): Promise<ExportedPerson> => {
  const exported: ExportedPerson = { rows: {}, files: 0, missing: [] };
  const titles = await readTitles(db);
  const kinds: PersonKind[] = [];
  await writeExport(target, async () => {
    for (const table of await personTables({ written: true })) {
      if (LEFT_OUT.has(table.name)) continue;
      const rows = await rowsOf(db, table, [account.id]);
      const sent = rows.map((row) => toSent(table, row, titles));
      await target.addText(`${table.name}.json`, `${JSON.stringify(sent, null, 2)}\n`);
      await addFiles(table, rows, store, target, exported);
      exported.rows[table.name] = rows.length;
      kinds.push({ name: table.name, rows: sent });
    }
    const today = (await readSchoolDays(db)).of(Date.now());
    await target.addText("index.html", personPage(account.username, kinds, today));
  });
  return exported;
};
