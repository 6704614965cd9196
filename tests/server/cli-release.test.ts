import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { release } from "../../src/contract/releases.ts";
import { verifySigned } from "../../src/offline/verify-signed.ts";
import { packResources } from "../unit/support/packed-resources.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const CONFIG = JSON.stringify({
  applicationId: "school.learningspace.hybrid.school.example",
  version: "1.2.0",
  globalVariables: { SHELL: "0123456789abcdef" },
});

let folder: string;
let shelf: string;
beforeEach(() => {
  folder = temporaryFolder();
  shelf = temporaryFolder();
});

const RESOURCES = packResources({ "neutralino.config.json": CONFIG });

const run = (...words: string[]) => runInProcess(words, { DATA_DIR: folder, DOWNLOADS_DIR: shelf });
const put = (name: string, bytes: Buffer | string) => writeFile(path.join(shelf, name), bytes);

test("the command for releases signs every file on the shelf, with the target of the resources", async () => {
  await put("learning-space-hybrid-1.2.0-resources.neu", RESOURCES);
  await put("learning-space-hybrid-1.2.0-linux.deb", "!<arch>\n");
  await put("notes-1.2.0.md", "Faster.");
  const { code, out } = await run("release", "sign");
  expect(code).toBe(0);
  expect(out).toContain("Signed learning-space-hybrid-1.2.0-linux.deb: version 1.2.0, 8 bytes.");
  const key = (await run("key")).out.trim().replace("SCHOOL_PUBLIC_KEY=", "");
  const read = async (name: string) =>
    verifySigned((await readFile(path.join(shelf, name), "utf8")).trim(), key, release);
  expect(await read("learning-space-hybrid-1.2.0-resources.neu.sig")).toMatchObject({
    version: "1.2.0",
    application: "school.learningspace.hybrid.school.example",
    shell: "0123456789abcdef",
  });
  expect(await read("learning-space-hybrid-1.2.0-linux.deb.sig")).toMatchObject({
    name: "learning-space-hybrid-1.2.0-linux.deb",
    size: 8,
    application: null,
  });
});

test.each([
  ["a.txt", "x", "the name must contain the system and the version"],
  ["app-1.2.0-resources.neu", "no archive", "not a resource package"],
  ["app-1.3.0-resources.neu", RESOURCES, "contains version 1.2.0"],
  ["app-1.2.0-linux.deb", "", "0 bytes"],
])("the release command signs nothing when %s is not a release", async (name, bytes, words) => {
  await put(name, bytes);
  const { code, err } = await run("release", "sign", path.join(shelf, name));
  expect(code).toBe(1);
  expect(err).toContain(words);
  expect(await readdir(shelf)).toEqual([name]);
});

test("the school's command for releases of its app names the missing package or file", async () => {
  expect((await run("release", "sign")).err).toContain("There is no package in");
  expect((await run("release", "sign", "gone-1.2.0-linux.deb")).err).toContain("There is no file");
});
