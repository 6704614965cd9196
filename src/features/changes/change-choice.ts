import { STAFF_CHANGES } from "../../app-context/staff-links.ts";
import { AUDIT_ACTIONS, AUDIT_KINDS } from "../../domain/audit.ts";
import { isDay } from "../../domain/is-day.ts";

/** Which changes a list shows. It stands in the address; an empty text selects all. */
export interface ChangeChoice {
  /** Days of the school. */
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly action: string;
  /** The id of a person: changes by and about this person. */
  readonly person: string;
  readonly search: string;
}

/** The school refuses longer searches. */
export const MAX_SEARCH = 200;

/** Reads the choice of an address. What it does not know counts as absent. */
export const readChoice = (address: string): ChangeChoice => {
  const query = new URLSearchParams(address);
  const get = (name: string, isGood: (text: string) => boolean) => {
    const text = query.get(name) ?? "";
    return isGood(text) ? text : "";
  };
  return {
    from: get("from", isDay),
    to: get("to", isDay),
    kind: get("kind", (text) => AUDIT_KINDS.some((kind) => kind === text)),
    action: get("action", (text) => AUDIT_ACTIONS.some((action) => action === text)),
    person: get("person", (text) => /^\d{1,10}$/.test(text)),
    search: (query.get("search") ?? "").replaceAll("\0", "").slice(0, MAX_SEARCH),
  };
};

/** The query of the call, as text; empty for all changes. */
export const queryOf = (choice: ChangeChoice): string =>
  new URLSearchParams(
    Object.entries({ ...choice, search: choice.search.trim() }).filter(([, text]) => text !== ""),
  ).toString();

/** The address of a choice. */
export const changesPath = (choice: Partial<ChangeChoice>): string => {
  const none = { from: "", to: "", kind: "", action: "", person: "", search: "" };
  const query = queryOf({ ...none, ...choice });
  return query ? `${STAFF_CHANGES}?${query}` : STAFF_CHANGES;
};
