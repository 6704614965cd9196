import { firstDayOfWeek } from "../domain/week-start.ts";
import type { App } from "./app.ts";

/** The first day of the week: that of the school, else of the person's region. */
export const weekStartOf = ({ organisation, language }: Pick<App, "organisation" | "language">) =>
  organisation.state.organisation?.week_start ??
  firstDayOfWeek(navigator.languages, language.state.language);
