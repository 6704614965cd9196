import type { Command } from "commander";
import { AUDIT_KINDS, type AuditKind } from "../../domain/audit.ts";
import { type ChangeDetail, detailsOf } from "../../domain/audit-details.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import { type ChangeRow, listChanges } from "../audit/list-changes.ts";
import { inZone } from "../days.ts";
import { readSchoolDays } from "../db/school-days.ts";
import type { Environment } from "../environment.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { inColumns } from "./in-columns.ts";
import { day, JSON_OPTION, notEmpty, oneOfWords, type Run } from "./options.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { withDatabase } from "./with-database.ts";

/** So many are printed at a time, so that a long list needs no memory. */
const AT_ONCE = 1000;

interface ListOptions extends JsonOption {
  since?: string;
  kind?: AuditKind;
  person?: string;
}

const actorInWords = ({ actor, actor_name }: ChangeRow): string =>
  ({ person: actor_name, command: "command line", school: "the school" })[actor];

const detailInWords = ({ field, before, now }: ChangeDetail): string => {
  const said = (values: readonly string[]) => values.join(", ") || "none";
  return before === null ? `${field}: ${said(now)}` : `${field}: ${said(before)} → ${said(now)}`;
};

/** Lists what has been changed, the latest first. */
export const listAudit = async (
  { since, kind, person, ...options }: ListOptions,
  environment: Environment,
): Promise<number> => {
  const { rows, zone } = await withDatabase(environment, async ({ read }) => {
    const days = await readSchoolDays(read);
    const filter = {
      level: ADMIN_LEVEL,
      ...(since !== undefined && {
        from: days.startOf(since as Parameters<typeof days.startOf>[0]),
      }),
      ...(kind !== undefined && { kind }),
      ...(person !== undefined && { search: person }),
    };
    const rows: ChangeRow[] = [];
    for (let last: ChangeRow | undefined; ; last = rows.at(-1)) {
      const after = last ? ([Number(last.at), last.id] as const) : null;
      const page = await listChanges(read, filter, AT_ONCE, after);
      rows.push(...page);
      if (page.length < AT_ONCE) return { rows, zone: days.zone };
    }
  });
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
    escapeForTerminal(detailsOf(JSON.parse(row.details)).map(detailInWords).join("; ")),
  ]);
  const text = rows.length === 0 ? "There is no such change." : inColumns(cells);
  printResult(options, data, text);
  return 0;
};

/** Declares the commands about who changed what. */
export const declareAudit = (program: Command, run: Run): void => {
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
    .option(...JSON_OPTION)
    .action(run(listAudit));
};
