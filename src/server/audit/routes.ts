import { getChanges, getChangesTable } from "../../contract/audit.ts";
import { detailsOf } from "../../domain/audit.ts";
import { type App, byteRoute, route } from "../http/route.ts";
import { tableReply } from "../http/table-reply.ts";
import { formatCursor, oneOf, pageLimit, pageStart } from "../page.ts";
import type { Services } from "../services.ts";
import { TABLE_FORMATS } from "../tables/table-format.ts";
import { changeFilter } from "./change-filter.ts";
import { CHANGE_COLUMNS, changeRows } from "./change-table.ts";
import { type ChangeRow, countChanges, listChanges } from "./list-changes.ts";

/** The default number of changes on a page. */
const CHANGES_AT_ONCE = 50;

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
  route(app, services, getChanges, async ({ person, query }) => {
    const { reporting } = services.database;
    const filter = changeFilter(query, person.level, services.catalogue.current.schoolDays);
    const limit = query.limit === undefined ? CHANGES_AT_ONCE : pageLimit(query);
    const start = pageStart(query, "time", "id");
    const found = await listChanges(reporting, filter, limit + 1, start);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      changes: page.map(sentChange),
      total: await countChanges(reporting, filter),
      cursor: last && found.length > limit ? formatCursor(Number(last.at), last.id) : null,
    };
  });
  byteRoute(app, services, getChangesTable, ({ person, query }) => {
    const filter = changeFilter(query, person.level, services.catalogue.current.schoolDays);
    const format = oneOf("format", TABLE_FORMATS, query.format) ?? "csv";
    const rows = changeRows(services.database.reporting, filter);
    return tableReply(`changes.${format}`, format, CHANGE_COLUMNS, rows, query.language);
  });
};
