import { pipeline } from "node:stream/promises";
import { AUDIT_KINDS } from "../../contract/audit.ts";
import type { AuditKind } from "../../domain/audit.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import { allChanges, CHANGE_COLUMNS, changeRows, detailsInWords } from "../audit/change-table.ts";
import type { ChangeRow } from "../audit/list-changes.ts";
import { inZone } from "../days.ts";
import { readSchoolDays } from "../school/school-days.ts";
import type { Environment } from "../school/settings/environment.ts";
import { writeTable } from "../tables/write-table.ts";
import { withDatabase } from "./command-context.ts";
import { day, notEmpty, oneOfWords } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import { escapeForTerminal, inColumns, UsageError } from "./terminal.ts";

interface ListOptions {
  json?: boolean;
  since?: string;
  kind?: AuditKind;
  person?: string;
  csv: boolean;
}

const actorInWords = ({ actor, actor_name }: ChangeRow): string =>
  ({ person: actor_name, command: "command line", school: "the school" })[actor];

const listAudit = async (
  environment: Environment,
  { since, kind, person, csv, ...options }: ListOptions,
) => {
  if (csv && options.json) throw new UsageError("--csv and --json cannot be used together.");
  const listed = await withDatabase(environment, async ({ read }) => {
    const days = await readSchoolDays(read);
    const filter = {
      level: ADMIN_LEVEL,
      ...(since !== undefined && {
        from: days.startOf(since as Parameters<typeof days.startOf>[0]),
      }),
      ...(kind !== undefined && { kind }),
      ...(person !== undefined && { search: person }),
    };
    if (csv) {
      const table = writeTable("csv", CHANGE_COLUMNS, changeRows(read, filter));
      await pipeline(table, process.stdout, { end: false });
      return null;
    }
    const rows: ChangeRow[] = [];
    for await (const row of allChanges(read, filter)) rows.push(row);
    return { rows, zone: days.zone };
  });
  if (listed === null) return null;
  const { rows, zone } = listed;
  const data = rows.map((row) => ({
    at: new Date(Number(row.at)).toISOString(),
    actor: row.actor,
    actorName: row.actor_name,
    action: row.action,
    kind: row.kind,
    subject: row.subject,
    name: row.subject_name,
    details: JSON.parse(row.details),
  }));
  const cells = rows.map((row) => [
    inZone(Number(row.at), zone).toPlainDateTime().toString({ smallestUnit: "minute" }),
    escapeForTerminal(actorInWords(row)),
    row.action,
    row.kind,
    escapeForTerminal(row.subject_name || row.subject),
    escapeForTerminal(detailsInWords(row.details)),
  ]);
  const text = rows.length === 0 ? "There is no such change." : inColumns(cells);
  return { data, text };
};

export const declareAudit = (program: SchoolCommand): void => {
  program
    .command("audit")
    .description("List who changed what.")
    .command("list")
    .description("List what was changed, by whom and when, the latest first.")
    .option("--since <date>", "only from this day of the school on", day)
    .option(
      "--kind <kind>",
      `only of this kind: ${AUDIT_KINDS.join(", ")}`,
      oneOfWords(AUDIT_KINDS),
    )
    .option("--person <name>", "only with this name, as who or as what", notEmpty)
    .option("--csv", "print them as a table for spreadsheets", false)
    .answer(listAudit);
};
