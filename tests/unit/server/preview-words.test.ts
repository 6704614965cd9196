import { expect, test } from "vitest";
import { shownState } from "../../../src/server/content/preview/preview-words.ts";

const STATE = {
  ...{ version: "1", hasContent: true, warnings: [] },
  problems: [
    {
      ...{ file: "PM/lessons/hem.md", line: 7, message: 'The glossary has no term "drat".' },
      about: {
        code: "target/unknown",
        values: { kind: "term", name: "drat", near: "dart" },
        place: {},
      } as const,
    },
    { file: ".", line: 1, message: "EACCES" },
  ],
};

test("the panel of a preview speaks the language of its page", () => {
  const german = shownState(STATE, "de");
  expect(german.summary).toBe("Fehler: 2. Die Seite zeigt noch die letzten Inhalte ohne Fehler.");
  expect(german.lists[0]?.items).toEqual([
    { place: "PM/lessons/hem.md:7", words: expect.stringMatching(/„drat“.*Meinten Sie „dart“\?$/) },
    { place: null, words: expect.not.stringContaining("EACCES") },
  ]);
  expect(shownState(STATE, "en").lists[0]?.items[0]?.words).toContain('no term "drat"');
});
