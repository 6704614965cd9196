import type { Kysely } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { removePeople as removePeopleCall } from "../../contract/staff-people.ts";
import { mayChangePerson } from "../../domain/staff-rights.ts";
import { accountsById, lockAccounts } from "../accounts/account-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { recordChange } from "../audit/record-change.ts";
import { amongIds } from "../db/given-values.ts";
import type { Database } from "../db/open-database.ts";
import type { Account, Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { type Store, sentFile } from "../store/store.ts";
import { isSelf } from "./act-on-people.ts";
import type { PeopleContext } from "./change-person.ts";
import { isLastAdministrator } from "./last-administrator.ts";
import { codeOf, goodIds, type PersonRefusal, refused } from "./person-input.ts";
import { type PersonTable, personTables, rowsOf, uploadsIn } from "./person-tables.ts";
import {
  type PeopleSummary,
  summarizePeople,
  toldTables,
  type WhatStays,
} from "./removal-summary.ts";
import { staffContext } from "./staff-context.ts";

interface RemovalContext extends Pick<PeopleContext, "actor" | "now" | "today"> {
  /** Whom they may not remove; absent: they may remove everybody. */
  readonly refuse?: (account: Account) => "above" | "self" | null;
}

/** People who can be removed together, and the others of those who were chosen. */
interface Removable {
  readonly accounts: readonly Account[];
  readonly refused: readonly {
    readonly id: number;
    /** Null: there is no such account. */
    readonly account: Account | null;
    readonly refusal: PersonRefusal;
  }[];
}

/** Finds out who of some people can be removed: an administrator always stays. */
const findRemovable = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  { today, refuse }: RemovalContext,
): Promise<Removable> => {
  const present = await accountsById(db, ids);
  const accounts: Account[] = [];
  const refused: Removable["refused"][number][] = [];
  for (const id of ids) {
    const account = present.get(id);
    if (!account) {
      refused.push({ id, account: null, refusal: "not-found" });
      continue;
    }
    let refusal: PersonRefusal | null = refuse?.(account) ?? null;
    // Those before go as well.
    if (refusal !== "above" && (await isLastAdministrator(db, account, today, accounts))) {
      refusal = "last-administrator";
    }
    if (refusal) refused.push({ id, account, refusal });
    else accounts.push(account);
  }
  return { accounts, refused };
};

/** Replaces the name of a removed person. */
const NO_NAME = "—";

/** Removes people's names from answers in other people's conversations and to their hand-ins, which stay. */
const removeNames = async (db: Kysely<Tables>, ids: readonly number[]): Promise<void> => {
  const author = amongIds(db, "author_id", ids);
  await db.updateTable("message").set({ author: NO_NAME }).where(author).execute();
  const tutor = amongIds(db, "answered_by", ids);
  await db.updateTable("upload").set({ tutor: NO_NAME }).where(tutor).execute();
};

/** Removes one account; call within a write. */
const removeOne = async (
  db: Kysely<Tables>,
  tables: readonly PersonTable[],
  account: Account,
  { actor, now }: RemovalContext,
): Promise<void> => {
  const { rows, files } = await summarizePeople(db, tables, [account.id]);
  await recordChange(db, now, {
    ...{ actor, action: "removed", kind: "person", subject: account.id, name: account.username },
    details: {
      level: account.level,
      ...Object.fromEntries(toldTables(rows).map((table) => [table, rows[table] ?? 0])),
      ...(files > 0 && { files }),
    },
  });
  // Deletes the rows of all other tables as well, by their foreign keys.
  await db.deleteFrom("account").where("id", "=", account.id).execute();
};

/**
 * Removes accounts with everything that belongs to these people, including files, and records who has done it:
 * all who can be removed, or nobody if it fails. If the server is killed in between, unused files remain, which
 * the school deletes within a day.
 * @param begin says who removes them at that moment; throws if they may not
 * @param assertWanted throws if these are not the people whom somebody wants to remove
 * @returns who was removed and who was not, what has gone and what has stayed
 */
export const removePeople = async (
  database: Database,
  store: Store,
  ids: readonly number[],
  begin: (db: Kysely<Tables>) => Promise<RemovalContext>,
  assertWanted: (found: Removable) => void = () => {},
): Promise<Removable & { readonly summary: PeopleSummary }> => {
  const tables = await personTables({ written: false });
  const stored: string[] = [];
  const removed = await database.write(async (db) => {
    stored.length = 0;
    await lockAccounts(database, db, ids);
    const context = await begin(db);
    const found = await findRemovable(db, ids, context);
    assertWanted(found);
    const removed = found.accounts.map(({ id }) => id);
    const summary = await summarizePeople(db, tables, removed);
    for (const table of tables.filter((each) => uploadsIn(each, [{}]).length > 0)) {
      stored.push(...uploadsIn(table, await rowsOf(db, table, removed)));
    }
    await removeNames(db, removed);
    for (const account of found.accounts) await removeOne(db, tables, account, context);
    return { ...found, summary };
  });
  await store.delete(stored.map(sentFile));
  return removed;
};

const sentRemoval = (
  { accounts, refused }: Removable,
  { rows, files, stays }: PeopleSummary,
): SentAnswer<typeof removePeopleCall> => {
  const goes = toldTables(rows).map((what) => ({ what, count: rows[what] ?? 0 }));
  return {
    people: accounts.length,
    goes: [...goes, ...(files > 0 ? [{ what: "file", count: files }] : [])],
    stays: (Object.entries(stays) as [keyof WhatStays, number][])
      .filter(([, count]) => count > 0)
      .map(([what, count]) => ({ what, count })),
    refused: refused.map(({ id, account, refusal }) => ({
      ...{ id, name: account ? nameOf(account) : "", code: codeOf(refusal) },
    })),
  };
};

/** Who removes people, and whom they may not remove. @throws HttpProblem 403 */
const contextOf = async (
  services: Services,
  db: Kysely<Tables>,
  staff: SignedIn,
): Promise<RemovalContext> => {
  const context = await staffContext(services, db, staff);
  return {
    ...context,
    refuse(account) {
      if (!mayChangePerson(context.level, account.level)) return "above";
      return isSelf(context, account) ? "self" : null;
    },
  };
};

/** A call for one person has the reason as its own answer. */
const assertNotRefused = ({ accounts, refused: [first, ...others] }: Removable): void => {
  if (first && accounts.length + others.length === 0) throw refused(first.refusal);
};

/** What goes and what stays when people are removed together. @throws HttpProblem 403, 404, 409, 422 */
export const removalOf = async (services: Services, staff: SignedIn, people: readonly number[]) => {
  const { read } = services.database;
  const found = await findRemovable(read, goodIds(people), await contextOf(services, read, staff));
  assertNotRefused(found);
  const ids = found.accounts.map(({ id }) => id);
  return sentRemoval(
    found,
    await summarizePeople(read, await personTables({ written: false }), ids),
  );
};

/** Removes people for good. @throws HttpProblem 403, 404, 409, 422 */
export const removedPeople = async (
  services: Services,
  staff: SignedIn,
  people: readonly number[],
  count: number,
) => {
  const { database, store, tokens } = services;
  const { summary, ...removed } = await removePeople(
    database,
    store,
    goodIds(people),
    (db) => contextOf(services, db, staff),
    (found) => {
      assertNotRefused(found);
      if (found.accounts.length !== count) throw refused("changed");
    },
  );
  for (const { id } of removed.accounts) tokens.forget(id);
  return sentRemoval(removed, summary);
};
