import type { Kysely } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { removePeople as removePeopleCall } from "../../contract/staff-people.ts";
import { mayChangePerson } from "../../domain/staff-rights.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import type { Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { isSelf } from "./act-on-people.ts";
import { goodIds } from "./person-input.ts";
import { codeOf, refused } from "./person-problem.ts";
import { personTables } from "./person-tables.ts";
import {
  type PeopleSummary,
  summarizePeople,
  toldTables,
  type WhatStays,
} from "./removal-summary.ts";
import {
  findRemovable,
  type Removable,
  type RemovalContext,
  removePeople,
} from "./remove-people.ts";
import { staffContext } from "./staff-context.ts";

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
