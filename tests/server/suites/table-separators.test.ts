import { expect, test } from "vitest";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();

const LISTS = [
  "/desk/students/table",
  "/staff/changes/table",
  "/staff/people-table",
  "/staff/reports/weeks/table",
];

/** What spreadsheets take between cells, by the language of the person. */
const SEPARATORS = [
  ["de", ";"],
  ["el", ";"],
  ["en", ","],
  ["es", ";"],
  ["fr", ";"],
  ["he", ","],
  ["tr", ";"],
  // Programs name no language.
  ["", ","],
] as const;

test.each(LISTS)(
  "a CSV file opens in the spreadsheet of the person's language: %s",
  async (path) => {
    const token = await school.token(await school.add({ level: 100 }));
    for (const [language, separator] of SEPARATORS) {
      const { text } = await school.call(`${path}?format=csv&language=${language}`, { token });
      const titles = text.split("\r\n")[0] ?? "";
      expect([language, titles.split(separator).length > 2]).toEqual([language, true]);
    }
  },
);
