import { AUDIT_ACTIONS, AUDIT_KINDS } from "../../domain/audit.ts";
import { addDays, type Day } from "../../domain/calendar.ts";
import { isDay } from "../../domain/is-day.ts";
import type { Days } from "../days.ts";
import { oneOf, parseId } from "../page.ts";
import { invalid } from "../problem.ts";
import type { ChangeFilter } from "./list-changes.ts";

/** No name is nearly as long. */
const MAX_SEARCH_LENGTH = 200;

type Query = Readonly<
  Partial<Record<"from" | "to" | "person" | "kind" | "action" | "search", string>>
>;

/** A day of the school in a query. @throws HttpProblem 422 */
export const queryDay = (name: string, given: string): Day<"school"> => {
  if (!isDay(given)) throw invalid(name, "must be a date such as 2027-06-30");
  return given as Day<"school">;
};

/**
 * Decodes which changes a call asks for.
 * @param level that of who asks
 * @throws HttpProblem 422
 */
export const changeFilter = (query: Query, level: number, days: Days<"school">): ChangeFilter => {
  const { from, to, person, search } = query;
  if (search !== undefined && search.length > MAX_SEARCH_LENGTH) {
    throw invalid("search", `must have at most ${MAX_SEARCH_LENGTH} characters`);
  }
  const kind = oneOf("kind", AUDIT_KINDS, query.kind);
  const action = oneOf("action", AUDIT_ACTIONS, query.action);
  return {
    level,
    ...(from !== undefined && { from: days.startOf(queryDay("from", from)) }),
    ...(to !== undefined && { before: days.startOf(addDays(queryDay("to", to), 1)) }),
    // An id that nobody has selects nothing.
    ...(person !== undefined && { person: parseId(person) ?? 0 }),
    ...(kind !== null && { kind }),
    ...(action !== null && { action }),
    ...(search !== undefined && { search }),
  };
};
