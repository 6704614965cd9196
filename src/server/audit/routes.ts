import { CHANGES_LIST, getChanges, getChangesTable } from "../../contract/audit.ts";
import { detailsOf } from "../../domain/audit.ts";
import type { GivenQuery } from "../../domain/list-query.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { type App, route } from "../http/route.ts";
import { tableRoute } from "../http/table-route.ts";
import { pageLengthOf } from "../list-query.ts";
import { pageOf, pageStart } from "../page.ts";
import type { Services } from "../services.ts";
import { CHANGE_COLUMNS, changeRows } from "./change-table.ts";
import { type ChangeRow, changeFilter, countChanges, listChanges } from "./list-changes.ts";

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
