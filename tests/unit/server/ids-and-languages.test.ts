import { expect, test } from "vitest";
import { parseId } from "../../../src/server/page.ts";
import { isLanguageCode, requestedLanguage } from "../../../src/server/server-texts.ts";

test.each([
  ["0", 0],
  ["2147483647", 2_147_483_647],
  ["2147483648", null],
  ["12345678901", null],
  ["", null],
  ["1.5", null],
  ["a1", null],
])("the id %j is %j", (text, id) => {
  expect(parseId(text)).toBe(id);
});

test.each([
  ["de", true],
  ["deu", false],
  ["de-AT", false],
  ["", false],
])("%j is the code of a language: %s", (text, isCode) => {
  expect(isLanguageCode(text)).toBe(isCode);
  expect(requestedLanguage({ language: text })).toBe(isCode ? text : "en");
  expect(requestedLanguage({})).toBe("en");
});
