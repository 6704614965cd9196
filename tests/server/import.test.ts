import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { compileSchool } from "../../src/server/content/compile-school.ts";
import { importSchool } from "../../src/server/content/import-school.ts";
import type { CompiledSchool } from "../../src/server/content/school.ts";
import { diskStore } from "./support/stored-path.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { FIXTURE, PMB, TestSchool } from "./support/test-school.ts";

const prepared = await TestSchool.prepare();
afterAll(() => rm(prepared, { recursive: true }));

let school: TestSchool;
let folder: string;
beforeEach(async () => {
  school = await TestSchool.open({}, prepared);
  folder = temporaryFolder();
  await cp(FIXTURE, folder, { recursive: true });
});
afterEach(async () => {
  await school.close();
});

const compiled = async (): Promise<CompiledSchool> => {
  const result = await compileSchool(folder);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};
const importFolder = async () =>
  importSchool(school.database, diskStore(school.dataDir), await compiled());

test("an import replaces the author's captions, and keeps those that tutors wrote", async () => {
  const token = await school.token(await school.add({ level: 10 }));
  const where = { product: "PM", lesson: "flare", asset: "flare.webm" };
  const texts = [{ start: 0, end: 1, text: "גוזרים" }];
  const json = { ...where, language: "he", texts };
  await school.call("/new-video/texts", { method: "PUT", token, json });
  await writeFile(
    path.join(folder, "PM/assets/flare.en.vtt"),
    "WEBVTT\n\n00:01.000 --> 00:02.000\nSlash\n",
  );
  expect(await importFolder()).toEqual({ changed: true });
  const read = async (language: string) => {
    const query = new URLSearchParams({ ...where, language });
    return (await school.call(`/new-video/texts?${query}`, { token })).json.texts;
  };
  expect(await read("en")).toEqual([{ start: 1, end: 2, text: "Slash" }]);
  expect(await read("he")).toEqual(texts);
});

test("an import of new content is served without a restart, and keeps accounts and progress", async () => {
  const { token } = await school.student({ course: PMB });
  await school.complete(token, 101);
  const get = (address: string) => school.call(address, { token });
  const paths = ["lessons/paper", "lessons/pencil", "skeleton"].map((of) => `/products/PM/${of}`);
  const before = await Promise.all(paths.map(get));

  const lesson = path.join(folder, "PM/lessons/paper.md");
  await writeFile(lesson, (await readFile(lesson, "utf8")).replace("Which paper", "Any paper"));
  expect(await importFolder()).toEqual({ changed: true });
  await school.server.refresh();

  const after = await Promise.all(paths.map(get));
  const same = after.map(({ headers }, at) => headers.etag === before[at]?.headers.etag);
  expect(same).toEqual([false, true, true]);
  expect(after[0]?.json.lesson.html.languages.en.pages[0].title).toBe("Any paper");
  expect((await get("/user/progress")).json.progress).toHaveLength(1);
});
