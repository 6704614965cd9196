import { expect, test } from "vitest";
import { cutText, utf8Length } from "../../../src/lib/cut-text.ts";

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

test("a text is cut to bytes in UTF-8", () => {
  for (const [text, most, cut] of [
    ["裁".repeat(100), 200, "裁".repeat(66)],
    ["אב", 3, "א"],
    ["🧵🧵", 7, "🧵"],
  ] as const) {
    expect(cutText(text, most, utf8Length)).toBe(cut);
  }
});

test("the bytes of a text are counted as an encoder writes them", () => {
  for (const text of ["", "a", "é", "裁", "🧵", "\ud800", "a\udc00裁🧵é", "\u07ff\u0800\uffff"]) {
    expect([text, utf8Length(text)]).toEqual([text, Buffer.byteLength(text)]);
  }
});
