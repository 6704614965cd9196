import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import english from "../../../locales/en.json" with { type: "json" };
import {
  courseFailureMessages,
  waitingMessages,
} from "../../../src/core/failure-messages/course.ts";
import { directionOf, isLanguage, LANGUAGES } from "../../../src/domain/languages.ts";
import { lessonFailureMessages } from "../../../src/features/lessons/failure-messages.ts";
import { passwordMessages } from "../../../src/features/profile/password-failure-messages.ts";
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
  ["fr", "Français"],
  ["el", "Ελληνικά"],
  ["tr", "Türkçe"],
  ["he", "עברית"],
])("%s is called %s in its own language", (code, name) => {
  expect(nameOfLanguage(code)).toBe(name);
});

test.each(["xx", "EN", "", null, undefined, 7, {}])("the interface has no language %j", (value) => {
  expect(isLanguage(value)).toBe(false);
});

test("English is available as the fallback", () => {
  expect(LANGUAGES).toContain("en");
  for (const code of LANGUAGES) expect(isLanguage(code)).toBe(true);
});

test.each(
  Object.entries({
    ...courseFailureMessages,
    ...lessonFailureMessages,
    ...passwordMessages,
    ...waitingMessages,
  }),
)("every failure has a text: %s", (_, message) => {
  expect(english[message]).toEqual(expect.any(String));
});

test("texts of failures are those of the catalogue", () => {
  expect(english[courseFailureMessages["no-connection"]]).toBe(
    "Unexpected error while selecting the course",
  );
  expect(english[lessonFailureMessages["not-active"]]).toBe("This lesson is not yet active");
  expect(english[lessonFailureMessages["no-content"]]).toBe("This lesson has no content");
  expect(english[lessonFailureMessages["invalid-content"]]).toBe("Invalid lesson content");
  expect(english[waitingMessages["requested-page"]]).toBe("Navigating to requested page");
  expect(english[waitingMessages["course-and-progress"]]).toBe(
    "Selecting course, fetching course progress",
  );
});
