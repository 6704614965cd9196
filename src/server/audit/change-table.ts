import type { Kysely } from "kysely";
import { type ChangeDetail, detailsOf } from "../../domain/audit.ts";
import type { Tables } from "../db/schema.ts";
import type { Cell } from "../tables/table-format.ts";
import { type ChangeFilter, type ChangeRow, listChanges } from "./list-changes.ts";

/** So many are read at a time, so that a long list needs no memory. */
const AT_ONCE = 1000;

/** All changes of a filter, the latest first. */
export async function* allChanges(
  db: Kysely<Tables>,
  filter: ChangeFilter,
): AsyncGenerator<ChangeRow> {
  for (let last: ChangeRow | undefined; ; ) {
    const after = last ? ([Number(last.at), last.id] as const) : null;
    const page = await listChanges(db, filter, AT_ONCE, after);
    yield* page;
    last = page.at(-1);
    if (page.length < AT_ONCE) return;
  }
}

/** What a change has changed, on one line. */
export const detailsInWords = (recorded: string): string => {
  const said = (values: readonly string[]) => values.join(", ") || "none";
  const inWords = ({ field, before, now }: ChangeDetail) =>
    before === null ? `${field}: ${said(now)}` : `${field}: ${said(before)} → ${said(now)}`;
  return detailsOf(JSON.parse(recorded)).map(inWords).join("; ");
};

export const CHANGE_COLUMNS = [
  "at",
  "actor",
  "person",
  "action",
  "kind",
  "subject",
  "name",
  "details",
];

/** The rows of the table of changes, with the words of the school's commands. */
export async function* changeRows(
  db: Kysely<Tables>,
  filter: ChangeFilter,
): AsyncGenerator<readonly Cell[]> {
  for await (const row of allChanges(db, filter)) {
    const { actor, actor_name, action, kind, subject, subject_name, details } = row;
    const at = new Date(Number(row.at)).toISOString();
    yield [at, actor, actor_name, action, kind, subject, subject_name, detailsInWords(details)];
  }
}
