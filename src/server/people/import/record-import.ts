import { type Kysely, sql } from "kysely";
import { levelToSee } from "../../../domain/audit.ts";
import { foldText } from "../../../domain/search-text.ts";
import { rowsAsTable } from "../../db/given-values.ts";
import type { Tables } from "../../db/schema.ts";
import type { PeopleContext } from "../change-person.ts";
import type { PreparedAdded, PreparedChanged } from "./plan-person.ts";

const AUDIT_COLUMNS = {
  action: "text",
  subject: "text",
  subject_name: "text",
  details: "text",
  level: "integer",
  folded: "text",
} as const;

type Recorded = { readonly [Name in Exclude<keyof typeof AUDIT_COLUMNS, "level">]: string } & {
  readonly level: number;
};

/** Records some people whom an import adds and changes; call within their write. */
export const recordPeople = async (
  db: Kysely<Tables>,
  plan: {
    readonly added: readonly (PreparedAdded & { readonly id: number })[];
    readonly changed: readonly PreparedChanged[];
    readonly invites: boolean;
  },
  { actor, now }: Pick<PeopleContext, "actor" | "now">,
): Promise<void> => {
  const { added, changed, invites } = plan;
  const id = actor.kind === "person" ? actor.id : null;
  const name = actor.kind === "person" ? actor.name : "";
  const foldedName = foldText(name);
  const recorded = (
    action: string,
    { id, account, folded }: Pick<PreparedAdded, "account" | "folded"> & { readonly id: number },
    details: string,
    levels: readonly number[],
  ): Recorded => ({
    ...{ action, subject: String(id), subject_name: account.username, details },
    level: levelToSee("person", levels),
    folded: [foldedName, folded].filter(Boolean).join(" "),
  });
  const rows = [
    ...added.map((person) => recorded("added", person, person.details, [person.account.level])),
    ...changed
      .filter(({ details }) => details !== "")
      .map((person) =>
        recorded("changed", person, person.details, [person.before.level, person.account.level]),
      ),
    ...(invites
      ? added.map((person) => recorded("invited", person, "{}", [person.account.level]))
      : []),
  ];
  if (rows.length === 0) return;
  await sql`insert into audit (at, actor, actor_id, actor_name, action, kind, subject, subject_name, details, level, folded)
    select cast(${now} as bigint), cast(${actor.kind} as text), cast(${id} as integer),
      cast(${name} as text), action, 'person', subject, subject_name, details, level, folded
    from ${rowsAsTable<Recorded>(db, "given", AUDIT_COLUMNS, rows)}`.execute(db);
};
