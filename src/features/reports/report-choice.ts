import { STAFF_REPORTS } from "../../app-context/staff-links.ts";
import { isDay } from "../../domain/is-day.ts";

/** What the reports are about. It stands in the address; an empty text leaves it to the school. */
export interface ReportChoice {
  /** The first and the last day, which are the school's. */
  readonly from: string;
  readonly to: string;
  /** The id of a course. */
  readonly course: string;
}

/** Reads the choice of an address. What it does not know counts as absent. */
export const readChoice = (address: string): ReportChoice => {
  const query = new URLSearchParams(address);
  const get = (name: string, isGood: (text: string) => boolean) => {
    const text = query.get(name) ?? "";
    return isGood(text) ? text : "";
  };
  return {
    from: get("from", isDay),
    to: get("to", isDay),
    course: get("course", (text) => /^\d{1,10}$/.test(text)),
  };
};

/** The query of the calls. */
export const queryOf = (choice: ReportChoice): Record<string, string> =>
  Object.fromEntries(Object.entries(choice).filter(([, text]) => text !== ""));

/** The address of a choice. */
export const reportsPath = (choice: ReportChoice): string => {
  const query = new URLSearchParams(queryOf(choice));
  return query.size > 0 ? `${STAFF_REPORTS}?${query}` : STAFF_REPORTS;
};
