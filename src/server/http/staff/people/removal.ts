import { mayChangePerson } from "../../../../domain/staff-rights.ts";
import { isSelf } from "../../../people/act-on-people.ts";
import { isLastAdministrator } from "../../../people/last-administrator.ts";
import {
  type PersonSummary,
  removePerson,
  summarizePerson,
  toldTables,
  type WhatStays,
} from "../../../people/remove-person.ts";
import type { Services } from "../../services.ts";
import type { SignedIn } from "../../session/tokens.ts";
import { changeablePerson } from "./person-page.ts";
import { refused } from "./person-problem.ts";
import { staffContext } from "./staff-context.ts";

const sentRemoval = ({ rows, files, stays }: PersonSummary) => {
  const goes = toldTables(rows).map((what) => ({ what, count: rows[what] ?? 0 }));
  return {
    goes: [...goes, ...(files > 0 ? [{ what: "file", count: files }] : [])],
    stays: (Object.entries(stays) as [keyof WhatStays, number][])
      .filter(([, count]) => count > 0)
      .map(([what, count]) => ({ what, count })),
  };
};

/** What goes and what stays when a person is removed. @throws HttpProblem 403, 404 */
export const removalOf = async (
  { database }: Services,
  { level }: Pick<SignedIn, "level">,
  id: number | null,
) => {
  const { account } = await changeablePerson(database.read, id, level);
  return sentRemoval(await summarizePerson(database.read, account.id));
};

/** Removes a person for good. @throws HttpProblem 403, 404, 409 */
export const removedPerson = async (services: Services, staff: SignedIn, id: number | null) => {
  const { database, store, tokens } = services;
  if (id === null) throw refused("not-found");
  const removed = await removePerson(database, store, id, async (db, account) => {
    const context = await staffContext(services, db, staff);
    if (!mayChangePerson(context.level, account.level)) throw refused("above");
    if (isSelf(context, account)) {
      throw refused(
        (await isLastAdministrator(db, account, context.today)) ? "last-administrator" : "self",
      );
    }
    return context;
  });
  if (!removed) throw refused("not-found");
  if ("problem" in removed) throw refused(removed.problem);
  tokens.forget(id);
  return sentRemoval(removed);
};
