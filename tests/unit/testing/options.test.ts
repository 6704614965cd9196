import { describe, expect, test } from "vitest";
import { OptionsError, readOptions } from "../../../scripts/test/options.ts";
import { select } from "../../../scripts/test/select.ts";

const nothing = {
  ...{ parts: [], words: [], grep: null, changedSince: null },
  ...{ watch: false, all: false, long: false },
};

describe("the words after `npm test --`", () => {
  test.each([
    [[], {}],
    [["unit", "server"], { parts: ["unit", "server"] }],
    [["e2e", "sign-in"], { parts: ["e2e"], words: ["sign-in"] }],
    [["e2e", "-g", "wrong password"], { parts: ["e2e"], grep: "wrong password" }],
    [["--grep=a|b"], { grep: "a|b" }],
    [["--changed"], { changedSince: "HEAD" }],
    [["--since", "main", "e2e"], { changedSince: "main", parts: ["e2e"] }],
    [["--watch", "components", "field"], { watch: true, parts: ["components"], words: ["field"] }],
  ])("%j are parts, words in names of files, and options", (words, expected) => {
    expect(readOptions(words)).toEqual({ ...nothing, ...expected });
  });

  test("invalid ones are refused on one line", () => {
    const unknown = "unknown option '--chnaged'\n(Did you mean --changed?)";
    expect(() => readOptions(["--chnaged"])).toThrow(new OptionsError(unknown));
    expect(() => readOptions(["--watch", "e2e"])).toThrow(/^--watch does not support e2e\./);
  });
});

test("a word that matches no test is refused on one line, with the nearest name", async () => {
  await expect(select({ ...nothing, parts: ["e2e"], words: ["sing-in"] })).rejects.toThrow(
    new OptionsError(
      '"sing-in" is neither a part nor in the name of a test file. Did you mean "sign-in"?',
    ),
  );
});
