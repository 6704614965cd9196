import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../src/domain/source-path.ts";
import { readFolder } from "../../../src/server/content/source/read-folder.ts";
import {
  KEPT_VERSIONS,
  publishedVersions,
} from "../../../src/server/content/source/source-rows.ts";
import { rollBack } from "../../../src/server/content/source/source-work.ts";
import { orderJob } from "../../../src/server/jobs/job-rows.ts";
import { checkFiles } from "../../../src/server/store/check-files.ts";
import { sweepUnusedFiles } from "../../../src/server/store/unused-files.ts";
import {
  authorsFolder,
  BY_COMMAND,
  change,
  importFolder,
  sourceSchool,
  textChange,
} from "../support/content-source.ts";
import { handIns } from "../support/hand-ins.ts";
import { diskStore } from "../support/stored-path.ts";
import { DAY, openSchool, PMB, SWB, type TestSchool } from "../support/test-school.ts";

const LESSON = "PM/lessons/paper.md";

let school: TestSchool;
let folder: string;
beforeEach(async () => {
  school = await openSchool();
  folder = await authorsFolder();
});

const edit = async (name: string, from: string, to: string): Promise<void> => {
  const file = path.join(folder, name);
  await writeFile(file, (await readFile(file, "utf8")).replaceAll(from, to));
};
const publish = () => importFolder(school, folder);
const rollBackTo = (id: number) => rollBack(sourceSchool(school), { id, actor: BY_COMMAND });
const published = () => publishedVersions(school.database.read);
const audited = () => school.rows("audit", { kind: "content" }, "id");
const get = ({ token }: { token: string }, path: string) => school.call(path, { token });
const progressOf = async (person: { token: string }): Promise<{ lesson_id: number }[]> =>
  (await get(person, "/user/progress")).json.progress;

test("a picture that is too large for the desk is kept when the command imports it", async () => {
  const picture = path.join(folder, "PM/assets/large.png");
  await writeFile(picture, "");
  await truncate(picture, MAX_SOURCE_PICTURE_BYTES + 1);
  const { files, leftOut } = await readFolder(folder);
  expect(leftOut).toEqual([]);
  expect(files.map((file) => file.path)).toContain("PM/assets/large.png");
});

test("the same folder again makes no other version, and a file that no student sees makes one", async () => {
  const { version } = await publish();
  expect((await publish()).version).toBe(version);
  await writeFile(path.join(folder, "README.md"), "How we write");
  expect((await publish()).changed).toBe(false);
  expect(await published()).toHaveLength(2);
  expect(await audited()).toMatchObject([{ action: "imported" }, { action: "imported" }]);
});

test("the files of a version and of a draft are neither swept nor forgotten by a check of the store", async () => {
  await publish();
  await change(school, await textChange(school, "README.md", "only in the draft"));
  const store = diskStore(school.dataDir);
  const before = (await store.list("files")).length;
  for (const days of [0, 30, 60]) {
    await sweepUnusedFiles(school.database, store, school.now + days * DAY, 7 * DAY);
  }
  expect((await store.list("files")).length).toBe(before);
  expect((await checkFiles(school.database, store, true)).damaged).toEqual([]);
});

test("lessons are told apart as new, changed, moved and removed, with those who are in the middle of one", async () => {
  await publish();
  const { token } = await school.student({ course: SWB });
  const { json } = await school.call("/products/SW/skeleton", { token });
  await school.study(token, json.product.lessons.threading.dbid);
  const lessons = path.join(folder, "SW/lessons");
  const stitch = await readFile(path.join(lessons, "stitch.md"), "utf8");
  await writeFile(path.join(lessons, "needle.md"), stitch.replace(/^id: .*$/m, "id: 9001"));
  await rm(path.join(lessons, "stitch.md"));
  await edit(
    "SW/course.yaml",
    "lessons: [threading, stitch]",
    "lessons: [needle]\n      - title: {en: Later, he: אחר כך}\n        lessons: [threading]",
  );
  await edit(LESSON, "Which paper", "Any paper");
  const { changes } = await publish();
  expect(changes.lessons).toMatchObject([
    { product: "SW", key: "stitch", courses: ["SWB"], changes: ["removed"], studying: 0 },
    { product: "PM", key: "paper", courses: ["PMB"], changes: ["changed"], studying: 0 },
    { product: "SW", key: "needle", courses: ["SWB"], changes: ["new"], studying: 0 },
    { product: "SW", key: "threading", courses: ["SWB"], changes: ["moved"], studying: 1 },
  ]);
  const [pmb, swb] = [
    { new: 0, changed: 1, moved: 0, removed: 0 },
    { new: 1, changed: 0, moved: 1, removed: 1 },
  ];
  expect(changes.courses).toMatchObject([
    { key: "PMB", outline: false, lessons: pmb },
    { key: "SWB", outline: true, students: 1, lessons: swb },
  ]);
});

test.each<[what: string, name: string, from: string, to: string, told: object]>([
  [
    "a picture of a lesson",
    ...(["PM/assets/figures/sheet.svg", "M10 10V90", "M20 10V90"] as const),
    {
      lessons: [{ product: "PM", key: "paper", changes: ["changed"] }],
      courses: [{ key: "PMB", change: "changed", outline: false }],
    },
  ],
  [
    "captions",
    ...(["PM/assets/flare.en.vtt", "Spread it", "Open it"] as const),
    { lessons: [{ key: "flare", changes: ["changed"] }] },
  ],
  ["menus", "PM/course.yaml", "First things", "Basics", { others: ["courses"] }],
  ["settings", "school.yaml", "[PM, SW]", "[PM, SW]\ntutor_talk: mail", { others: ["school"] }],
  ["a term's picture", "glossary/dart.svg", "M10 10V90", "M20 10V90", { others: ["glossary"] }],
])("a change of %s is told, and no other", async (_, name, from, to, told) => {
  await publish();
  await edit(name, from, to);
  expect((await publish()).changes).toMatchObject({ lessons: [], others: [], ...told });
});

test("a rollback brings back a course that was removed, with its students and what they have studied", async () => {
  const { version } = await publish();
  const noa = await school.student({ course: SWB });
  const skeleton = () => get(noa, "/products/SW/skeleton");
  const { json } = await skeleton();
  await school.study(noa.token, json.product.courses.SWB.lessonsOrder[0].id);
  const before = await progressOf(noa);
  expect(before).toHaveLength(1);

  await rm(path.join(folder, "SW"), { recursive: true });
  await edit("school.yaml", "products: [PM, SW]", "products: [PM]");
  const { changes } = await publish();
  expect(changes).toMatchObject({
    courses: [{ key: "SWB", title: { en: expect.any(String) }, change: "removed", students: 1 }],
    lessons: expect.arrayContaining([
      expect.objectContaining({ product: "SW", changes: ["removed"], studying: 1 }),
    ]),
  });
  expect((await skeleton()).status).toBe(404);

  await rollBackTo(version);
  await school.server.refresh();
  expect((await skeleton()).json).toEqual(json);
  expect(await progressOf(noa)).toEqual(before);
  const [{ id = 0, based_on } = {}] = await published();
  expect(based_on).toBe(version);
  const audit = { action: "rolled-back", subject: String(id), actor: "command" };
  expect((await audited()).at(-1)).toMatchObject(audit);
  await expect(rollBackTo(id)).rejects.toThrow("content/already_published");
});

test("a lesson that is removed under a student gives way to the next one, and a rollback brings it back with what was studied and handed in", async () => {
  const { version } = await publish();
  const { student, handIn, mine } = handIns(() => school);
  const tutor = await school.signedIn({ level: 20 });
  const noa = await school.student({ course: PMB });
  await school.complete(noa.token, 101);
  await school.study(noa.token, 102);
  const lesson = async (key: string) => (await get(noa, `/products/PM/lessons/${key}`)).status;
  const next = async () => (await get(noa, `/user/progress/nextLesson/${PMB}`)).json[0].id;
  const before = await progressOf(noa);
  expect(await next()).toBe(102);
  expect(await lesson("lines_ml")).toBe(403);
  const other = await student();
  const upload = (await handIn(other.token, { comment: "Done" })).json.assignment.uploads[0].id;
  const handedIn = await mine(other.token);

  for (const name of ["pencil.md", "block-task.md"]) {
    await rm(path.join(folder, "PM/lessons", name));
  }
  await edit(LESSON, "[a pencil](lesson:pencil)", "a pencil");
  await edit("PM/course.yaml", "[paper, pencil]", "[paper]");
  await edit("PM/course.yaml", "[block-frame, block-task]", "[block-frame]");
  const { changes } = await publish();
  expect(changes.lessons).toContainEqual(
    expect.objectContaining({ key: "pencil", changes: ["removed"], studying: 1 }),
  );
  expect(await lesson("pencil")).toBe(404);
  expect((await school.study(noa.token, 102)).status).toBe(404);
  // The next one is open, and what was completed counts.
  expect(await next()).toBe(103);
  expect(await lesson("lines_ml")).toBe(200);
  expect((await school.complete(noa.token, 103)).status).toBe(200);
  expect(await mine(other.token)).toEqual([]);
  const atDesk = await get(tutor, `/desk/hand-ins/${upload}`);
  expect(atDesk.json.hand_in).toMatchObject({ comment: "Done", files: [{ size: 300 }] });

  await rollBackTo(version);
  await school.server.refresh();
  expect(await lesson("pencil")).toBe(200);
  // Whoever was past it goes on from there.
  expect(await next()).toBe(106);
  const after = await progressOf(noa);
  expect(after.filter(({ lesson_id }) => lesson_id !== 103)).toEqual(before);
  expect(await mine(other.token)).toEqual(handedIn);
});

test("whoever reads that long work has ended finds what it published", async () => {
  const { version } = await publish();
  const admin = await school.signedIn({ level: 40 });
  const noa = await school.student({ course: PMB });
  const text = async () => (await get(noa, "/products/PM/lessons/paper")).text;
  const before = await text();
  await edit(LESSON, "Which paper", "Any paper");
  await publish();
  expect(await text()).not.toBe(before);
  // In the process of a job, which tells the server only afterwards.
  await rollBackTo(version);
  const id = await school.database.write((db) => {
    const job = { kind: "content-roll-back", accountId: admin.id, level: 30, input: {} };
    return orderJob(db, school.now, job);
  });
  await school.update("job", { state: "done", ended: school.now }, { id });
  expect((await get(admin, `/staff/jobs/${id}`)).json.job.state).toBe("done");
  expect(await text()).toBe(before);
});

test("the last ten versions are kept", async () => {
  const { version } = await publish();
  const { id: _, published: at, ...row } = await school.row("source_version", { id: version });
  const earlier = Array.from({ length: KEPT_VERSIONS }, (_each, age) => ({
    ...row,
    published: Number(at) - 1 - age,
  }));
  await school.database.write((db) => db.insertInto("source_version").values(earlier).execute());
  school.now += 1000;
  await writeFile(path.join(folder, "README.md"), "How we write");
  const latest = await publish();
  const versions = await published();
  expect(versions).toHaveLength(KEPT_VERSIONS);
  expect(versions.slice(0, 2).map(({ id }) => id)).toEqual([latest.version, version]);
  expect(versions.at(-1)?.published).toBe(earlier[KEPT_VERSIONS - 3]?.published);
});
