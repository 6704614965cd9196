import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAppNews } from "../../../src/server/http/downloads/app-news.ts";
import { InstallerFolder } from "../../../src/server/http/downloads/installer-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "installers-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const news = () => readAppNews(new InstallerFolder(folder));

test("a school without the app has no news of it", async () => {
  expect(await news()).toBe(null);
});

test("the latest release is told with its signed packages and a tag that changes with it", async () => {
  await write("School 1.2.0.neu", "resources");
  await write("School 1.2.0.neu.sig", "abc.def");
  const first = await news();
  expect(first).toEqual({
    tag: expect.stringMatching(/^[\w-]{22}$/),
    version: "1.2.0",
    notes: {},
    packages: [{ url: "/downloads/School%201.2.0.neu", signed: "abc.def" }],
  });
  expect((await news())?.tag).toBe(first?.tag);
  await write("School 1.2.0.neu.sig", "abc.ghi");
  expect((await news())?.tag).not.toBe(first?.tag);
});
