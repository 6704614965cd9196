import { describe, expect, it } from "vitest";
import { normalize } from "../../../src/server/normalize.ts";

const FORMS = ["NFC", "NFKC", "NFKD"] as const;

/** Two accents that a normal form brings into the other order. */
const ACCENTS = "\u0301\u0323";

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/(?:(?!\u034f)\p{M})+/gu) ?? []).map((run) => run.length));

describe.each(FORMS)("%s", (form) => {
  it.each([
    "Schürze",
    "Schu\u0308rze",
    "\u05de\u05bc\u05b8\u05d4",
    "ﬁ½ﾀﾞ",
    "각",
    `e${ACCENTS.repeat(49)}`,
    "",
  ])("the normal form of %j is the one of Unicode", (text) => {
    expect(normalize(text, form)).toBe(text.normalize(form));
  });

  it.each([ACCENTS, "\u0301", "ﾞ", "\u0344", "\u{1d165}"])(
    "a long run of %j is divided, as a computer would take the square of its length",
    (mark) => {
      const once = normalize(`e${mark.repeat(20_000)} e\u0301`, form);
      expect(longestRun(once)).toBeLessThanOrEqual(200);
      expect(once.endsWith(" e\u0301".normalize(form))).toBe(true);
    },
  );
});
