import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyArguments } from "../../../scripts/messages/verify-arguments.ts";

const english = {
  "lesson.count": "{count, plural, one {# lesson} other {# lessons}}",
  "lesson.title": "{title} in <b>{course}</b>",
};

const titled = (title: string) => ({ ...english, "lesson.title": title });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "locales-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const verify = (german: Record<string, string>) => {
  for (const [language, messages] of Object.entries({ en: english, de: german })) {
    writeFileSync(path.join(folder, `${language}.json`), JSON.stringify(messages));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, verifyArguments(folder), {
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
};

test("translations compared with English pass with the same keys, and the same places in another order", () => {
  expect(verify(titled("<b>{course}</b>: {title}")).status).toBe(0);
});

test.each([
  ["a missing message", { "lesson.title": english["lesson.title"] }, "lesson.count"],
  ["a misspelt place", titled("{title}: <b>{curse}</b>"), "Missing variable course"],
  ["a lost tag", titled("{title} in {course}"), "Different number of variables"],
])("translations compared with English fail with %s, which is named", (_, german, problem) => {
  const { status, said } = verify(german);
  expect(status).toBe(1);
  expect(said).toContain(problem);
});
