import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../../src/domain/languages.ts";

const textsIn = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../../../locales/${language}.json`), "utf8"),
  );

const advises = (texts: Record<string, string>, id: string): boolean =>
  texts[id]?.includes(texts["failure.connection"] ?? "") ?? false;

const english = textsIn("en");
const advising = Object.keys(english).filter((id) => advises(english, id));

// `useFailureText` replaces this advice where the school is the reason.
test.each(LANGUAGES)(
  "messages in %s advise to look at the connection with the same words",
  (language) => {
    const texts = textsIn(language);
    expect(advising.length).toBeGreaterThan(30);
    expect(advising.filter((id) => !advises(texts, id))).toEqual([]);
  },
);
