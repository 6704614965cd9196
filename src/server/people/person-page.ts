import type { Day } from "../../domain/calendar.ts";
import { escapeHtml } from "../content/markdown-parser.ts";
import type { PersonRow } from "./person-tables.ts";

/** The rows of one kind, as they are exported. */
export interface PersonKind {
  /** The table's name. */
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
export const personPage = (
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
