import { expect, test } from "vitest";
import { withoutInvisible, withoutMarks } from "../../../src/lib/without-invisible.ts";

test.each([
  ["\u200bzwsp@school.example", "zwsp@school.example"],
  ["\u202abidi@school.example\u202c", "bidi@school.example"],
  ["nbsp\u00a0@school.example", "nbsp@school.example"],
  [" soft\u00adhyphen @ school\u200e.example\ufeff ", "softhyphen@school.example"],
  ["\u2066anna\u00a0k\u2069", "anna k"],
  ["anna maria@school.example", "anna maria@school.example"],
  ["anna\r\n@school.example\0", "anna@school.example\0"],
])("takes invisible signs off a name or address: %j", (given, kept) => {
  expect(withoutInvisible(given)).toBe(kept);
});

test.each([
  ["\u200eAnna\u00a0Maria\u200b", "Anna Maria"],
  ["Mül\u00adler", "Müller"],
  ["علی\u200cرضا", "علی\u200cرضا"],
  ["👩\u200d🔧 Zoë", "👩\u200d🔧 Zoë"],
])("takes invisible signs off a person's name, but not what joins letters: %j", (given, kept) => {
  expect(withoutMarks(given)).toBe(kept);
});
