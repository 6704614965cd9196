import { type Kysely, sql } from "kysely";
import { levelToSee } from "../../../domain/audit.ts";
import { foldText } from "../../../domain/search-text.ts";
import { likenessOf, lockNames } from "../../accounts/account-names.ts";
import { endMailedLinks, outdatesLinks } from "../../accounts/account-rows.ts";
import { amongIds, amongTexts, rowsAsTable } from "../../db/given-values.ts";
import { isPostgres } from "../../db/is-postgres.ts";
import type { Tables } from "../../db/schema.ts";
import type { PeopleContext } from "../change-person.ts";
import type { AddedPerson, PreparedAdded, PreparedChanged } from "./plan-person.ts";
import type { PersonRow } from "./read-row.ts";
import { insertAccounts, updateAccounts } from "./write-accounts.ts";

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
const recordPeople = async (
  db: Kysely<Tables>,
  added: readonly (PreparedAdded & { readonly id: number })[],
  { changed, invites }: Omit<ImportPlan, "added">,
  { actor, now }: Pick<PeopleContext, "actor" | "now">,
): Promise<void> => {
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
    from ${rowsAsTable<Recorded>(db, AUDIT_COLUMNS, rows)}`.execute(db);
};

type Written = AddedPerson & { readonly id: number };

const writeCourses = async (db: Kysely<Tables>, people: readonly Written[]): Promise<void> => {
  const rows = people.flatMap(({ id, courses }) =>
    courses.map(({ before: _, ...course }) => ({ account_id: id, ...course })),
  );
  if (rows.length === 0) return;
  const columns = {
    ...({ account_id: "integer", course_id: "integer", sub_months: "integer" } as const),
    ...({ exp_date: "text", sub_date: "text" } as const),
  };
  const given = rowsAsTable<Tables["subscription"]>(db, columns, rows);
  await sql`insert into subscription (account_id, course_id, exp_date, sub_date, sub_months)
    select account_id, course_id, exp_date, sub_date, sub_months from ${given} where true
    on conflict (account_id, course_id) do update set exp_date = excluded.exp_date,
      sub_date = excluded.sub_date, sub_months = excluded.sub_months`.execute(db);
};

/** Sets which courses tutors teach besides those before. */
const writeTaught = async (db: Kysely<Tables>, people: readonly Written[]): Promise<void> => {
  const without = people.filter(
    ({ takesTaught, account }) => takesTaught || account.teaches_all === 1,
  );
  if (without.length > 0) {
    const ids = without.map(({ id }) => id);
    await db
      .deleteFrom("teaches")
      .where(amongIds(db, "account_id", ids))
      .execute();
  }
  const rows = people.flatMap(({ id, taught }) =>
    taught.map((course_id) => ({ account_id: id, course_id })),
  );
  if (rows.length === 0) return;
  const columns = { account_id: "integer", course_id: "integer" } as const;
  await sql`insert into teaches (account_id, course_id)
    select account_id, course_id from ${rowsAsTable(db, columns, rows)} where true
    on conflict (account_id, course_id) do nothing`.execute(db);
};

/** Stores the languages of people, until their apps tell them. */
const writeLanguages = async (db: Kysely<Tables>, people: readonly Written[]): Promise<void> => {
  const rows = people.flatMap(({ id, language }) =>
    language === null ? [] : [{ account_id: id, language }],
  );
  if (rows.length === 0) return;
  const columns = { account_id: "integer", language: "text" } as const;
  await sql`insert into news_choice (account_id, language)
    select account_id, language from ${rowsAsTable(db, columns, rows)} where true
    on conflict (account_id) do update set language = excluded.language`.execute(db);
};

/** Has invitations mailed. The server sends them within seconds, each once, also after a restart. */
const orderInvitations = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  now: number,
): Promise<void> => {
  const time = sql<number>`cast(${now} as bigint)`;
  await db
    .insertInto("link_mail")
    .columns(["account_id", "purpose", "due", "since"])
    .expression(
      db
        .selectFrom("account")
        .select(["id", sql<"invitation">`'invitation'`.as("purpose"), time.as("due")])
        .select(time.as("since"))
        .where(amongIds(db, "id", ids)),
    )
    .execute();
};

/** Has others who change the people whom some rows name wait until the write ends. */
export const lockPeople = async (
  db: Kysely<Tables>,
  people: readonly Pick<PersonRow, "username" | "email">[],
): Promise<void> => {
  await lockNames(db);
  if (!isPostgres(db)) return;
  const names = people.flatMap(({ username, email }) => [username ?? [], email ?? []].flat());
  const likenesses = [...new Set(names.map(likenessOf))];
  // As `lockAccount` does: rows of others may refer to the accounts meanwhile.
  await sql`select id from account where ${amongTexts(db, "username_like", likenesses)}
    or ${amongTexts(db, "email_like", likenesses)} order by id for no key update`.execute(db);
};

interface ImportPlan {
  readonly added: readonly PreparedAdded[];
  readonly changed: readonly PreparedChanged[];
  /** Whether those who are added are invited by mail to choose a password. */
  readonly invites: boolean;
}

/** Writes what an import has planned for some people, who are locked; call within a write. */
export const applyPlan = async (
  db: Kysely<Tables>,
  { added: planned, changed, invites }: ImportPlan,
  context: PeopleContext,
): Promise<void> => {
  const ids = await insertAccounts(db, planned, context.today);
  const added = planned.map((person) => {
    const id = ids.get(person.account.username);
    if (id === undefined) throw new Error("An account was not added");
    return { ...person, id };
  });
  await updateAccounts(db, changed, context.now);
  const outdated = changed.filter(({ before, account }) => outdatesLinks(before, account));
  await endMailedLinks(
    db,
    outdated.map(({ id }) => id),
  );
  const people = [...added, ...changed];
  await writeCourses(db, people);
  await writeTaught(db, people);
  await writeLanguages(db, people);
  if (invites && added.length > 0) {
    await orderInvitations(
      db,
      added.map(({ id }) => id),
      context.now,
    );
  }
  await recordPeople(db, added, { changed, invites }, context);
};
