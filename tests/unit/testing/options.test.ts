import { expect, test } from "vitest";
import { affectedFiles } from "../../../scripts/test/affected.ts";
import { OptionsError, readOptions } from "../../../scripts/test/options.ts";
import { select } from "../../../scripts/test/select.ts";
import { filesMatching } from "../../../scripts/test/test-files.ts";

const nothing = {
  ...{ parts: [], words: [], grep: null, changedSince: null },
  ...{ watch: false, all: false, long: false },
};

test.each([
  [[], {}],
  [["unit", "server"], { parts: ["unit", "server"] }],
  [["e2e", "sign-in"], { parts: ["e2e"], words: ["sign-in"] }],
  [["e2e", "-g", "wrong password"], { parts: ["e2e"], grep: "wrong password" }],
  [["--grep=a|b"], { grep: "a|b" }],
  [["--changed"], { changedSince: "HEAD" }],
  [["--since", "main", "e2e"], { changedSince: "main", parts: ["e2e"] }],
  [["--watch", "components", "field"], { watch: true, parts: ["components"], words: ["field"] }],
])("the words %j after `npm test --` are parts, names and options", (words, expected) => {
  expect(readOptions(words)).toEqual({ ...nothing, ...expected });
});

test("invalid words after `npm test --` are refused on one line", () => {
  const unknown = "unknown option '--chnaged'\n(Did you mean --changed?)";
  expect(() => readOptions(["--chnaged"])).toThrow(new OptionsError(unknown));
  expect(() => readOptions(["--watch", "e2e"])).toThrow(/^--watch does not support e2e\./);
});

test("a word that matches no test is refused on one line, with the nearest name", async () => {
  const said = 'is neither a part nor in the name of a test file. Did you mean "sign-in"?';
  const selecting = select({ ...nothing, parts: ["e2e"], words: ["sing-in"] });
  await expect(selecting).rejects.toThrow(new OptionsError(`"sing-in" ${said}`));
});

const all = {
  e2e: ["tests/e2e/faq.test.ts", "tests/e2e/assignments.test.ts", "tests/e2e/sign-in.test.ts"],
  desktop: ["tests/desktop/licence.test.ts", "tests/desktop/offline-story.test.ts"],
  server: ["tests/server/cli.test.ts"],
};
const story = "tests/desktop/offline-story.test.ts";

test.each([
  // A feature's tests in a browser are found by its name.
  ["src/features/assignments/model.ts", { e2e: [all.e2e[1]], desktop: [story] }],
  // None of the web app's tests is named after it.
  ["src/ui/field.tsx", { e2e: all.e2e.toSorted(), desktop: [story] }],
  ["src/server/http/faq/routes.ts", { server: all.server, e2e: [all.e2e[0]] }],
  ["src/platform/desktop/folder.ts", { desktop: all.desktop.toSorted() }],
  ["README.md", {}],
  // Imports say what a test affects.
  ["tests/e2e/faq.test.ts", {}],
])("a change of %s affects tests by its place and name", (changed, expected) => {
  const reached = Object.entries(affectedFiles([changed], all));
  const some = reached.filter(([, files]) => files.length > 0);
  expect(Object.fromEntries(some)).toEqual(expected);
});

test("a word selects files by their name and by their folder below the part", () => {
  const files = ["tests/unit/domain/licence.test.ts", "tests/unit/services/queue.test.ts"];
  expect(filesMatching(files, ["Licence"])).toEqual([files[0]]);
  expect(filesMatching(files, ["services"])).toEqual([files[1]]);
  expect(filesMatching(files, ["queue.test.ts"])).toEqual([files[1]]);
  expect(filesMatching(files, ["unit"])).toEqual([]);
  expect(filesMatching(files, ["ueue"])).toEqual([]);
});
