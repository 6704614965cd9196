import { describe, expect, test, vi } from "vitest";
import { OptionsError, readOptions } from "../../../scripts/test/options.ts";
import { select } from "../../../scripts/test/select.ts";

const nothing = {
  parts: [],
  words: [],
  grep: null,
  changedSince: null,
  watch: false,
  all: false,
  long: false,
};

const problem = (words: string[]): string => {
  try {
    readOptions(words);
  } catch (error) {
    if (error instanceof OptionsError) return error.message;
    throw error;
  }
  return "";
};

describe("the words after `npm test --`", () => {
  test.each([
    [[], {}],
    [["unit", "server"], { parts: ["unit", "server"] }],
    [["e2e", "sign-in"], { parts: ["e2e"], words: ["sign-in"] }],
    [["sign-in"], { words: ["sign-in"] }],
    [["e2e", "-g", "wrong password"], { parts: ["e2e"], grep: "wrong password" }],
    [["--grep=a|b"], { grep: "a|b" }],
    [["-g", "a price (in €"], { grep: "a price (in €" }],
    [["--changed"], { changedSince: "HEAD" }],
    [["--since", "main", "e2e"], { changedSince: "main", parts: ["e2e"] }],
    [["--watch", "components", "field"], { watch: true, parts: ["components"], words: ["field"] }],
    [["--all"], { all: true }],
  ])("%j are parts, words in names of files, and options", (words, expected) => {
    expect(readOptions(words)).toEqual({ ...nothing, ...expected });
  });

  test("invalid ones are refused on one line", () => {
    expect(problem(["--chnaged"])).toBe("unknown option '--chnaged'\n(Did you mean --changed?)");
    expect(problem(["--watch", "e2e"])).toMatch(/^--watch does not support e2e\./);
  });

  test("--help names every part and option", () => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    expect(readOptions(["--help"])).toBeNull();
    const help = written.mock.calls.map(([text]) => String(text)).join("");
    written.mockRestore();
    for (const word of [
      "check",
      "unit",
      "webkit",
      "sizes",
      "--grep",
      "--changed",
      "--watch",
      "--all",
    ]) {
      expect(help).toContain(word);
    }
  });
});

test("a word that matches no test is refused on one line, with the nearest name", async () => {
  await expect(select({ ...nothing, parts: ["e2e"], words: ["sing-in"] })).rejects.toThrow(
    new OptionsError(
      '"sing-in" is neither a part nor in the name of a test file. Did you mean "sign-in"?',
    ),
  );
});
