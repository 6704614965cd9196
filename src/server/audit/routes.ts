import type { Kysely } from "kysely";
import { CHANGES_LIST, getChanges, getChangesTable } from "../../contract/audit.ts";
import { type ChangeDetail, detailsOf } from "../../domain/audit.ts";
import type { GivenQuery } from "../../domain/list-query.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { type App, route } from "../http/route.ts";
import { tableRoute } from "../http/table-route.ts";
import { pageLengthOf, pageOf } from "../list-query.ts";
import { pageStart } from "../page.ts";
import type { Services } from "../services.ts";
import type { Cell } from "../tables/table-format.ts";
import {
  type ChangeFilter,
  type ChangeRow,
  changeFilter,
  countChanges,
  listChanges,
} from "./list-changes.ts";

/** What a change has changed, on one line. */
const detailsInWords = (recorded: string): string => {
  const listed = (values: readonly string[]) => values.join(", ") || "none";
  const inWords = ({ field, before, now }: ChangeDetail) =>
    before === null ? `${field}: ${listed(now)}` : `${field}: ${listed(before)} → ${listed(now)}`;
  return detailsOf(JSON.parse(recorded)).map(inWords).join("; ");
};

/** So many are read at a time, so that a long list needs no memory. */
const AT_ONCE = 1000;

const CHANGE_COLUMNS = ["at", "actor", "person", "action", "kind", "subject", "name", "details"];

/** The rows of the table of changes, with the words of the school's commands. */
async function* changeRows(
  db: Kysely<Tables>,
  filter: ChangeFilter,
): AsyncGenerator<readonly Cell[]> {
  for (let after: readonly [at: number, id: number] | null = null; ; ) {
    const page: ChangeRow[] = await listChanges(db, filter, AT_ONCE, after);
    for (const row of page) {
      const { actor, actor_name, action, kind, subject, subject_name, details } = row;
      const at = new Date(Number(row.at)).toISOString();
      yield [at, actor, actor_name, action, kind, subject, subject_name, detailsInWords(details)];
      after = [Number(row.at), row.id];
    }
    if (page.length < AT_ONCE) return;
  }
}

const sentChange = (row: ChangeRow) => ({
  id: row.id,
  at: new Date(Number(row.at)).toISOString(),
  actor: row.actor,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  action: row.action,
  kind: row.kind,
  subject: row.subject,
  name: row.subject_name,
  details: detailsOf(JSON.parse(row.details)),
});

/** The list of who changed what. No call changes or deletes any of it. */
export const changeRoutes = (app: App, services: Services): void => {
  const { reporting } = services.database;
  const filterOf = (query: GivenQuery<typeof CHANGES_LIST>, { level }: SignedIn) =>
    changeFilter(query, level, services.catalogue.current.schoolDays);

  route(app, services, getChanges, async ({ person, query }) => {
    const filter = filterOf(query, person);
    const limit = pageLengthOf(CHANGES_LIST, query);
    const rows = await listChanges(reporting, filter, limit + 1, pageStart(query, "time", "id"));
    const { page, cursor } = pageOf(rows, limit, ({ at, id }) => [Number(at), id]);
    return { changes: page.map(sentChange), total: await countChanges(reporting, filter), cursor };
  });

  tableRoute(app, services, getChangesTable, ({ person, query }) => {
    const rows = changeRows(reporting, filterOf(query, person));
    return { name: "changes", columns: CHANGE_COLUMNS, rows };
  });
};
