import { describe, expect, test } from "vitest";
import { titlePattern } from "../../../scripts/test/title-pattern.ts";

/** A test's name as Vitest compares it, and as Playwright does. */
const VITEST = "on SQLite > a ticket (for a video) > is good for 1.5 hours, unless [it] ends";
const PLAYWRIGHT =
  "preact video.test.ts a ticket (for a video) is good for 1.5 hours, unless [it] ends";

const finds = (asked: string, name: string): boolean =>
  new RegExp(titlePattern(asked), "i").test(name);

describe.each([
  ["Vitest", VITEST],
  ["Playwright", PLAYWRIGHT],
])("-g finds a test of %s", (_, name) => {
  test.each([
    ["a word", "ticket"],
    ["a title", "is good for 1.5 hours, unless [it] ends"],
    ["a title in other letters", "IS GOOD for"],
    ["a title with its group", "a ticket (for a video) is good for 1.5 hours"],
    ["the same with a sign between them", "a ticket (for a video) > is good for"],
    ["another sign", "a ticket (for a video) › is good for"],
    ["what a run prints of it", "[preact] video.test.ts › a ticket (for a video) is good for"],
    ["the same with its folder", "tests/server/video.test.ts › a ticket (for a video) is good for"],
    ["the same with its line", "[preact] › video.test.ts:12:3 › a ticket (for a video) › is good"],
    [
      "a title with a value, as the source has it",
      `a ticket (for a %s) is good for \${hours} hours`,
    ],
    ["a title as the table of promises has it", "a ticket (for a video) … unless [it] ends"],
    ["a regular expression", "good for \\d\\.\\d hours, (once|unless)"],
    ["one with an escaped space and a class", "ticket\\ \\(for[ ]a"],
    ["an unfinished regular expression", "(for a"],
  ])("by %s", (_what, asked) => {
    expect(finds(asked, name)).toBe(true);
  });

  test.each([
    ["another title", "is good for 2 hours"],
    ["a regular expression that does not match", "good for \\d\\d hours"],
    ["a group in another place", "is good for a ticket"],
  ])("and not by %s", (_what, asked) => {
    expect(finds(asked, name)).toBe(false);
  });
});
