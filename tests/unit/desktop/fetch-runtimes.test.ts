import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { fetchRuntimes, runtimesMissing } from "../../../scripts/desktop/fetch-runtimes.ts";
import { temporaryFolder } from "../../server/support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder(), "bin");
});

const updateWith = (files: Record<string, number>) => (app: string) => {
  expect(readdirSync(app)).toContain("neutralino.config.json");
  mkdirSync(path.join(app, "bin"));
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(path.join(app, "bin", `neutralino-${name}`), Buffer.alloc(bytes));
  }
};

const labelsOf = (update: Parameters<typeof fetchRuntimes>[1]) =>
  fetchRuntimes(folder, update).map(({ label }) => label);

test("existing runtimes are used, and nothing is fetched", () => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, "neutralino-win_x64.exe"), "");
  expect(labelsOf(() => expect.fail("fetched"))).toEqual(["windows"]);
});

test("an empty folder is filled with the runtimes that can be fetched, and no error page", () => {
  const sizes = { linux_x64: 200_000, mac_arm64: 200_000, "win_x64.exe": 300 };
  expect(labelsOf(updateWith(sizes))).toEqual(["linux", "macos_arm64"]);
  expect(readdirSync(folder).sort()).toEqual(["neutralino-linux_x64", "neutralino-mac_arm64"]);
});

test("without a network one sentence says which files to put where", () => {
  expect(labelsOf(() => undefined)).toEqual([]);
  const sentence = runtimesMissing(["neutralino-linux_x64"], "6.9.0");
  expect(sentence).toMatch(
    /^There is no .* neutralino\/bin .* put neutralino-linux_x64 there.*\.$/,
  );
  expect(sentence).toContain("/v6.9.0");
});
