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
  [
    "a feature's tests in a browser by its name, and the desktop app's stories",
    "src/features/assignments/model.ts",
    { e2e: ["tests/e2e/assignments.test.ts"], desktop: [story] },
  ],
  [
    "all of the web app's tests where none is named after it",
    "src/ui/field.tsx",
    { e2e: [...all.e2e].sort(), desktop: [story] },
  ],
  [
    "the school's tests, and those in a browser by name",
    "src/server/http/faq/routes.ts",
    { server: all.server, e2e: ["tests/e2e/faq.test.ts"] },
  ],
  [
    "the desktop app's tests alone",
    "src/platform/desktop/folder.ts",
    { desktop: [...all.desktop].sort() },
  ],
  ["nothing for a text", "README.md", {}],
  ["nothing for a test, which imports say", "tests/e2e/faq.test.ts", {}],
])("a change affects %s", (_, changed, expected) => {
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
