import { expect, test } from "vitest";
import { mergeNotes } from "../../../src/features/lessons/tools/notes.ts";

test.each([
  ["only here", "here", "", "", "here"],
  ["here, on the school's", "one two", "one", "one", "one two"],
  ["here, and removed by nobody", "", "one", "one", ""],
  ["on both machines", "here", "", "there", "there\n\nhere"],
  ["here further than there", "one two three", "one", "one two", "one two three"],
  ["there further than here", "one two", "one", "one two three", "one two three"],
  ["there around what is here", "two", "", "one\ntwo\nthree", "one\ntwo\nthree"],
  ["there with a longer line", "two", "", "one two", "one two\n\ntwo"],
  ["there, and removed here", "", "one", "one two", "one two"],
])("a note written %s", (_how, text, base, theirs, merged) => {
  expect(mergeNotes({ text, base }, theirs)).toBe(merged);
});
