import { isDay } from "../../domain/is-day.ts";
import { accountsById, lockAccounts } from "../accounts/account-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { type ActOnPeople, actOnPerson } from "./act-on-people.ts";
import { assertLevel, codeOf, goodIds, type PersonRefusal, refused } from "./person-input.ts";
import { staffContext } from "./staff-context.ts";

/** Students' writes go between those for so many people. */
const AT_ONCE = 50;

interface ActionBody extends ActOnPeople {
  readonly people: readonly number[];
}

const assertWhole = (services: Services, { action, level, course, until }: ActionBody): void => {
  if (action === "set-level" && level === null) throw invalid("level", "is required");
  if (level !== null) assertLevel(level);
  if (until !== null && !isDay(until)) throw invalid("until", "must be a day of the calendar");
  if (action !== "give-course" && action !== "take-course") return;
  if (course === null) throw invalid("course", "is required");
  if (action === "give-course" && !services.catalogue.current.courses.has(course)) {
    throw new HttpProblem(404, "course/not_found", "There is no such course");
  }
};

interface Refused {
  readonly id: number;
  readonly name: string;
  readonly refusal: PersonRefusal;
}

/** Does it to some people in one write. @returns those to whom it is not done */
const actOnSome = async (
  services: Services,
  staff: SignedIn,
  ids: readonly number[],
  act: ActOnPeople,
): Promise<Refused[]> => {
  const { database } = services;
  return database.write(async (db) => {
    const context = await staffContext(services, db, staff);
    await lockAccounts(database, db, ids);
    const accounts = await accountsById(db, ids);
    const found: Refused[] = [];
    for (const id of ids) {
      const account = accounts.get(id);
      const refusal = account ? await actOnPerson(db, account, act, context) : "not-found";
      if (refusal) found.push({ id, name: account ? nameOf(account) : "", refusal });
    }
    return found;
  });
};

/** Does the same to several people. @throws HttpProblem 403, 404, 409, 422 */
export const actOnPeople = async (
  services: Services,
  staff: SignedIn,
  { people, ...act }: ActionBody,
) => {
  assertWhole(services, { people, ...act });
  const ids = goodIds(people);
  const found: Refused[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    found.push(...(await actOnSome(services, staff, some, act)));
    for (const id of some) services.tokens.forget(id);
  }
  const [first] = found;
  if (first && ids.length === 1) throw refused(first.refusal);
  return {
    done: ids.length - found.length,
    refused: found.map(({ id, name, refusal }) => ({ id, name, code: codeOf(refusal) })),
  };
};
