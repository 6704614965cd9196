import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { directionOf, isLanguage } from "../../../src/domain/languages.ts";
import { nameOfLanguage } from "../../../src/i18n/languages.ts";

test.each([
  ["he", "rtl"],
  ["ar", "rtl"],
  ["en", "ltr"],
  ["el", "ltr"],
  ["", "ltr"],
])("the direction of %j is %s", (code, direction) => {
  expect(directionOf(code)).toBe(direction);
});

test("the first paint, before any module, reads the same languages from right to left", () => {
  const boot = readFileSync(new URL("../../../resources/boot.js", import.meta.url), "utf8");
  const [, painted = ""] = /\/\^\(([a-z|]+)\)\$\/\.test\(language\) \? "rtl"/.exec(boot) ?? [];
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const rightToLeft = codes.filter((code) => directionOf(code) === "rtl");
  expect(painted.split("|").toSorted()).toEqual(rightToLeft);
});

test.each([
  ["en", "English"],
  ["de", "Deutsch"],
  ["he", "עברית"],
])("%s is called %s in its own language", (code, name) => {
  expect(nameOfLanguage(code)).toBe(name);
});

test.each(["xx", "EN", "", null, undefined, 7, {}])("the interface has no language %j", (value) => {
  expect(isLanguage(value)).toBe(false);
});
