import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { endMailedLinks, outdatesLinks } from "../../accounts/account-rows.ts";
import { lockNames } from "../../accounts/taken-names.ts";
import { amongIds } from "../../db/among-ids.ts";
import { isPostgres } from "../../db/is-postgres.ts";
import { amongTexts } from "../../db/rows-as-table.ts";
import type { Tables } from "../../db/schema.ts";
import type { PeopleContext } from "../change-person.ts";
import { areLastAdministrators, takesAdministrator } from "../last-administrator.ts";
import type { PreparedAdded, PreparedChanged } from "./prepare-person.ts";
import { peopleWithIds, stateOf } from "./present-people.ts";
import { recordImport } from "./record-import.ts";
import { insertAccounts, updateAccounts } from "./write-accounts.ts";
import { orderInvitations, writeCourses, writeLanguages, writeTaught } from "./write-details.ts";

/** So many people in a statement: the statements of others come between. */
const AT_ONCE = 100;

/** Somebody has changed these people, or taken one of the new names, since the import was planned. */
export class ImportOutdatedError extends Error {
  override name = "ImportOutdatedError";
}

/** What an import writes. */
export interface ImportPlan {
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
