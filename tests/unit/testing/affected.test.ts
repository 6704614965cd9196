import { expect, test } from "vitest";
import { affectedFiles } from "../../../scripts/test/affected.ts";
import { filesMatching } from "../../../scripts/test/test-files.ts";

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
  const reached = affectedFiles([changed], all);
  expect(
    Object.fromEntries(Object.entries(reached).filter(([, files]) => files.length > 0)),
  ).toEqual(expected);
});

test("a word selects files by their name and by their folder below the part", () => {
  const files = ["tests/unit/domain/licence.test.ts", "tests/unit/services/queue.test.ts"];
  expect(filesMatching(files, ["Licence"])).toEqual([files[0]]);
  expect(filesMatching(files, ["services"])).toEqual([files[1]]);
  expect(filesMatching(files, ["queue.test.ts"])).toEqual([files[1]]);
  expect(filesMatching(files, ["unit"])).toEqual([]);
  expect(filesMatching(files, ["ueue"])).toEqual([]);
});
