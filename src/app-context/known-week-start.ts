import { localeOfPerson, type Weekday, weekStartOf } from "../domain/week-locale.ts";
import type { App } from "./app.ts";

/**
 * The first day of the week: that of the school, else the one that the engine knows of the person's region.
 * @returns undefined if neither says it; `weekStartOf` knows it then, with a table that comes with its screens
 */
export const knownWeekStart = ({
  organisation,
  language,
}: Pick<App, "organisation" | "language">): Weekday | undefined => {
  const own = organisation.state.organisation?.week_start;
  if (own) return own;
  const locale = localeOfPerson(navigator.languages, language.state.language);
  return locale ? weekStartOf(locale) : undefined;
};
