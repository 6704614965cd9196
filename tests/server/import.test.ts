import { cp, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compileSchool } from "../../src/server/content/compile-school.ts";
import { importSchool } from "../../src/server/content/import-school.ts";
import { diskStore } from "./support/stored-path.ts";
import { sharedFolder, temporaryFolder } from "./support/temporary-folder.ts";
import { FIXTURE, openSchool, PMB, PMS, sharedPerson } from "./support/test-school.ts";

const importFrom = async (folder: string, into: typeof school) => {
  const compiled = await compileSchool(folder);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
  const done = await importSchool(into.database, diskStore(into.dataDir), compiled.value);
  await into.server.refresh();
  return done;
};

const openWithFolder = async () => {
  const school = await openSchool();
  const folder = temporaryFolder();
  await cp(FIXTURE, folder, { recursive: true });
  return { school, folder };
};

test("an import replaces the author's captions, and keeps those that tutors wrote", async () => {
  const { school, folder } = await openWithFolder();
  const token = await school.token(await school.add({ level: 10 }));
  const where = { product: "PM", lesson: "flare", asset: "flare.webm" };
  const texts = [{ start: 0, end: 1, text: "גוזרים" }];
  const json = { ...where, language: "he", texts };
  await school.call("/new-video/texts", { method: "PUT", token, json });
  await writeFile(
    path.join(folder, "PM/assets/flare.en.vtt"),
    "WEBVTT\n\n00:01.000 --> 00:02.000\nSlash\n",
  );
  expect(await importFrom(folder, school)).toEqual({ changed: true });
  const read = async (language: string) => {
    const query = new URLSearchParams({ ...where, language });
    return (await school.call(`/new-video/texts?${query}`, { token })).json.texts;
  };
  expect(await read("en")).toEqual([{ start: 1, end: 2, text: "Slash" }]);
  expect(await read("he")).toEqual(texts);
});

test("an import of new content is served without a restart, and keeps accounts and progress", async () => {
  const { school, folder } = await openWithFolder();
  const { token } = await school.student({ course: PMB });
  await school.complete(token, 101);
  const get = (address: string) => school.call(address, { token });
  const paths = ["lessons/paper", "lessons/pencil", "skeleton"].map((of) => `/products/PM/${of}`);
  const before = await Promise.all(paths.map(get));

  const lesson = path.join(folder, "PM/lessons/paper.md");
  await writeFile(lesson, (await readFile(lesson, "utf8")).replace("Which paper", "Any paper"));
  expect(await importFrom(folder, school)).toEqual({ changed: true });

  const after = await Promise.all(paths.map(get));
  const same = after.map(({ headers }, at) => headers.etag === before[at]?.headers.etag);
  expect(same).toEqual([false, true, true]);
  expect(after[0]?.json.lesson.html.languages.en.pages[0].title).toBe("Any paper");
  expect((await get("/user/progress")).json.progress).toHaveLength(1);
});

const [ONE, TWO] = ["caf\u00e9", "cafe\u0301"];

const RENAMED = {
  "PM/assets/flare.webm": `PM/assets/${TWO}.webm`,
  "PM/assets/flare.en.vtt": `PM/assets/${TWO}.en.vtt`,
  "PM/assets/sheet.pdf": `PM/assets/${TWO}.pdf`,
  "PM/icons/skirts.svg": `PM/icons/${TWO}.svg`,
  "PM/assignments/task.svg": `PM/assignments/${TWO}.svg`,
  "glossary/dart.svg": `glossary/${TWO}.svg`,
};

const TEXTS = [
  ...["PM/lessons/flare.md", "PM/lessons/pencil.md", "PM/lessons/block-task.md"],
  ...["PM/course.yaml", "glossary.yaml"],
];

const school = openSchool.shared();
const folder = sharedFolder();
const student = sharedPerson(school, { courses: [{ course: PMS }, { course: PMB }] });
const tutor = sharedPerson(school, { level: 10 });
beforeAll(async () => {
  await cp(FIXTURE, folder, { recursive: true });
  for (const [from, to] of Object.entries(RENAMED)) {
    await rename(path.join(folder, from), path.join(folder, to));
  }
  for (const file of TEXTS) {
    const text = await readFile(path.join(folder, file), "utf8");
    const names = /\b(?:flare(?=\.webm)|sheet(?=\.pdf)|(?:skirts|task|dart)(?=\.svg))/g;
    const renamed = text.replaceAll(names, () => ONE ?? "");
    await writeFile(path.join(folder, file), renamed);
  }
  await importFrom(folder, school);
});

test.each([
  "/assets/fetchData?product=PM&title=NAME.webm",
  "/assets/fetchData?product=PM&title=NAME.pdf",
  "/menu/icons?product=PM&title=NAME.svg",
  "/user/assignments/image?product=PM&title=NAME.svg",
  "/glossary/fetchImage?title=NAME.svg",
  "/files/read?language=en&path=assets/PM/NAME.webm",
  "/files/read?language=en&path=glossary/NAME.svg",
  "/new-video/texts?product=PM&lesson=flare&language=en&asset=NAME.webm",
  "/assets/ticket?product=PM&title=NAME.webm",
])("a name in another form of Unicode than the author's finds the same: %s", async (call) => {
  // The tree has the files of one's courses; other calls give a tutor every file.
  const reader = call.startsWith("/files/") ? student : tutor;
  const [one, two] = await Promise.all(
    [ONE, TWO].map((name = "") =>
      school.call(call.replace("NAME", encodeURIComponent(name)), reader),
    ),
  );
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(one?.bytes.length).toBeGreaterThan(0);
  expect(two?.bytes).toEqual(one?.bytes);
});
