import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { lockNames } from "../../accounts/account-names.ts";
import { endMailedLinks, outdatesLinks } from "../../accounts/account-rows.ts";
import { amongIds, amongTexts, rowsAsTable } from "../../db/given-values.ts";
import { isPostgres } from "../../db/is-postgres.ts";
import type { Tables } from "../../db/schema.ts";
import type { PeopleContext } from "../change-person.ts";
import { areLastAdministrators, takesAdministrator } from "../last-administrator.ts";
import type { AddedPerson, PreparedAdded, PreparedChanged } from "./plan-person.ts";
import { peopleWithIds, stateOf } from "./present-people.ts";
import { recordImport } from "./record-import.ts";
import { insertAccounts, updateAccounts } from "./write-accounts.ts";

type Written = AddedPerson & { readonly id: number };

/** Gives courses and changes their days. */
const writeCourses = async (db: Kysely<Tables>, people: readonly Written[]): Promise<void> => {
  const rows = people.flatMap(({ id, courses }) =>
    courses.map(({ before: _, ...course }) => ({ account_id: id, ...course })),
  );
  if (rows.length === 0) return;
  const given = rowsAsTable<Tables["subscription"]>(
    db,
    "given",
    {
      account_id: "integer",
      course_id: "integer",
      exp_date: "text",
      sub_date: "text",
      sub_months: "integer",
    },
    rows,
  );
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
    select account_id, course_id from ${rowsAsTable(db, "given", columns, rows)} where true
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
    select account_id, language from ${rowsAsTable(db, "given", columns, rows)} where true
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

/** So many people in a statement: the statements of others come between. */
const AT_ONCE = 100;

/** Somebody has changed these people, or taken one of the new names, since the import was planned. */
export class ImportOutdatedError extends Error {
  override name = "ImportOutdatedError";
}

/** What an import writes. */
interface ImportPlan {
  readonly added: readonly PreparedAdded[];
  readonly changed: readonly PreparedChanged[];
  /** Whether those who are added are invited by mail to choose a password. */
  readonly invites: boolean;
  /** The name of the file, for the record. */
  readonly file: string;
}

/** Does work for a few hundred at a time, and lets reads of others come between. */
const inParts = async <Item>(
  items: readonly Item[],
  work: (part: readonly Item[]) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await work(items.slice(from, from + AT_ONCE));
    await nextTurn();
  }
};

const lockPeople = async (db: Kysely<Tables>, { changed }: ImportPlan): Promise<void> => {
  await lockNames(db);
  if (!isPostgres(db)) return;
  const ids = changed.map(({ id }) => id);
  // As `lockAccount` does: rows of others may refer to the accounts meanwhile.
  await sql`select id from account where ${amongIds(db, "id", ids)} order by id
    for no key update`.execute(db);
};

/** @throws ImportOutdatedError */
const assertAsPlanned = async (
  db: Kysely<Tables>,
  plan: ImportPlan,
  { today }: PeopleContext,
): Promise<void> => {
  const taken = plan.changed
    .filter(({ before, account }) => takesAdministrator(before, account, today))
    .map(({ id }) => id);
  if (taken.length > 0 && (await areLastAdministrators(db, taken, today))) {
    throw new ImportOutdatedError();
  }
  await inParts(plan.changed, async (part) => {
    const present = await peopleWithIds(
      db,
      part.map(({ id }) => id),
    );
    const states = new Map(present.map((person) => [person.account.id, stateOf(person)]));
    if (part.some(({ id, state }) => states.get(id) !== state)) throw new ImportOutdatedError();
  });
  const likenesses = [
    ...plan.added.flatMap(({ names }) => [names.username_like, names.email_like]),
    ...plan.changed.flatMap(({ account, before, names }) => [
      ...(account.username === before.username ? [] : [names.username_like]),
      ...(account.email === before.email ? [] : [names.email_like]),
    ]),
  ];
  const own = new Set(plan.changed.map(({ id }) => id));
  await inParts([...new Set(likenesses)], async (part) => {
    for (const column of ["username_like", "email_like"] as const) {
      const others = await db
        .selectFrom("account")
        .select("id")
        .where(amongTexts(db, column, part))
        .execute();
      if (others.some(({ id }) => !own.has(id))) throw new ImportOutdatedError();
    }
  });
};

/**
 * Writes what an import has planned; call within a write. Statements for hundreds of people keep it short, as
 * all of SQLite's writers wait for it.
 * @throws ImportOutdatedError if it has to be planned again; nothing is to be kept then
 */
export const applyPlan = async (
  db: Kysely<Tables>,
  plan: ImportPlan,
  context: PeopleContext,
): Promise<void> => {
  await lockPeople(db, plan);
  await assertAsPlanned(db, plan, context);
  const added: (PreparedAdded & { id: number })[] = [];
  await inParts(plan.added, async (part) => {
    const ids = await insertAccounts(db, part, context.today);
    for (const person of part) {
      const id = ids.get(person.account.username);
      if (id === undefined) throw new Error("An account was not added");
      added.push({ ...person, id });
    }
  });
  await updateAccounts(db, plan.changed, inParts, context.now);
  const outdated = plan.changed.filter(({ before, account }) => outdatesLinks(before, account));
  await inParts(outdated, (part) =>
    endMailedLinks(
      db,
      part.map(({ id }) => id),
    ),
  );
  await inParts([...added, ...plan.changed], async (part) => {
    await writeCourses(db, part);
    await writeTaught(db, part);
    await writeLanguages(db, part);
  });
  if (plan.invites) {
    await inParts(added, (part) =>
      orderInvitations(
        db,
        part.map(({ id }) => id),
        context.now,
      ),
    );
  }
  await recordImport(db, { ...plan, added }, inParts, context);
};
