import { expect, test } from "vitest";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();

const LISTS = [
  "/desk/students/table",
  "/staff/changes/table",
  "/staff/people-table",
  "/staff/reports/weeks/table",
];

/** The languages whose spreadsheets take a semicolon between cells; programs name none. */
const SEMICOLON: readonly string[] = ["de", "el", "es", "fr", "tr"];

test.each(LISTS)(
  "a CSV file opens in the spreadsheet of the person's language: %s",
  async (path) => {
    const token = await school.token(await school.add({ level: 100 }));
    for (const language of [...LANGUAGES, ""]) {
      const separator = SEMICOLON.includes(language) ? ";" : ",";
      const { text } = await school.call(`${path}?format=csv&language=${language}`, { token });
      const titles = text.split("\r\n")[0] ?? "";
      expect([language, titles.split(separator).length > 2]).toEqual([language, true]);
    }
  },
);
