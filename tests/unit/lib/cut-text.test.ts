import { expect, test } from "vitest";
import { cutText } from "../../../src/lib/cut-text.ts";

test.each([
  ["abcd", 3, "abc"],
  ["ab🧵", 3, "ab"],
  ["abe\u0301", 3, "ab"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 20, "👩‍👩‍👧‍👦"],
  ["🇬🇷🇹🇷", 6, "🇬🇷"],
  ["กำกำ", 3, "กำ"],
])("a text is cut between two characters: %j to %i is %j", (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test("a character that is too long by itself is cut, but not within a surrogate pair", () => {
  expect(cutText("👩‍👩‍👧‍👦", 4)).toBe("👩\u200d");
  expect(cutText(`a${"\u0301".repeat(300)}`, 10)).toBe(`a${"\u0301".repeat(9)}`);
});
