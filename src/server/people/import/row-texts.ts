import type { PeopleColumn } from "../../../contract/staff-import.ts";
import { serverTexts } from "../../server-texts.ts";
import type { RowError } from "./read-row.ts";

/** The name of a column for people. */
export const columnName = (column: PeopleColumn, language: string): string =>
  serverTexts(language)(`staff-import.column-${column}`);

/** What is wrong with a row, in words. */
export const errorsInWords = (errors: readonly RowError[], language: string): string => {
  const text = serverTexts(language);
  return errors
    .map(({ column, problem, value }) => {
      const what = text(`staff-import.row-${problem}`, { value });
      return `${columnName(column, language)}: ${what}`;
    })
    .join(" ");
};
