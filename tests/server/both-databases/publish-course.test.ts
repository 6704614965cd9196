import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { draftTag } from "../../../src/server/content/source/change-draft.ts";
import {
  findDraft,
  latestPublished,
  readSource,
  SourceConflict,
  type SourceFile,
} from "../../../src/server/content/source/source-rows.ts";
import {
  previewPublish,
  publishDraft,
  rollBack,
} from "../../../src/server/content/source/source-work.ts";
import { contentFile } from "../../../src/server/store/store.ts";
import {
  authorsFolder,
  BY_COMMAND,
  change,
  importFolder,
  sourceSchool,
  textChange,
} from "../support/content-source.ts";
import { it } from "../support/on-sqlite.ts";
import { diskStore } from "../support/stored-path.ts";
import { FIXTURE, openSchool, type TestSchool } from "../support/test-school.ts";

const MENU = "PM/course.yaml";
const GLOSSARY = "glossary.yaml";

let school: TestSchool;
let first: number;
beforeEach(async () => {
  school = await openSchool({ hasFolder: true });
  first = (await latestPublished(school.database.read))?.id ?? 0;
});

const textIn = async (files: readonly SourceFile[], name: string): Promise<string> => {
  const file = files.find((each) => each.path === name);
  if (!file) return "";
  return (await diskStore(school.dataDir).read(contentFile(file.checksum))).toString();
};
const drafted = async (name: string): Promise<string> => {
  const draft = await findDraft(school.database.read);
  if (!draft) return readFile(path.join(FIXTURE, name), "utf8");
  return textIn(await readSource(school.database.read, draft.id), name);
};
const published = async (name: string): Promise<string> => {
  const latest = await latestPublished(school.database.read);
  return textIn(await readSource(school.database.read, latest?.id ?? 0), name);
};
const write = async (name: string, text: string) =>
  change(school, await textChange(school, name, text));
const edit = async (name: string, from: string, to: string) => {
  const text = await drafted(name);
  expect(text).toContain(from);
  return write(name, text.replace(from, to));
};
const remove = (...paths: string[]) =>
  change(school, ...paths.map((name) => ({ path: name, removed: true as const })));
const by = { actor: BY_COMMAND };
const publish = (course: string) => publishDraft(sourceSchool(school), { ...by, course });
/** @param version is gone back to; absent: the draft is published */
const preview = async (course: string, version?: number) => {
  const draft = await findDraft(school.database.read);
  const from = version ? { version } : { tag: draft ? draftTag(draft) : "" };
  return previewPublish(sourceSchool(school), { from, course });
};
const lessonFile = (id: number, links = "") =>
  `---\nid: ${id}\ntitle: {en: New, he: חדש}\ntype: text\n---\n# New\n\nA text. ${links}\n`;

test("one course is published with its lessons, their files and the terms that they need, and the rest stays in the draft", async () => {
  await edit(MENU, "title: {en: Pattern making basics", "title: {en: First patterns");
  await edit(MENU, "title: {en: Skirts", "title: {en: All skirts");
  await edit(MENU, "lessons: [paper, pencil]", "lessons: [paper, pencil, ruler] # measure");
  await edit(MENU, "lessons: [flare]", "lessons: [flare, pleat]");
  await write("PM/lessons/ruler.md", lessonFile(301, "[a](term:ruler) ![R](ruler.svg)"));
  await write("PM/lessons/pleat.md", lessonFile(302, "![P](pleat.svg)"));
  for (const name of ["ruler", "pleat"]) {
    await write(`PM/assets/${name}.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  }
  await edit("SW/lessons/stitch.md", "# ", "# My ");
  const terms = ["ruler", "pleat"].map(
    (term) => `- term: ${term}\n  en: {term: ${term}, definition: D}\n`,
  );
  await write(GLOSSARY, `${terms.join("")}${await drafted(GLOSSARY)}# the end\n`);
  await edit(GLOSSARY, "Room to move in.", "Room.");
  const draft = await findDraft(school.database.read);

  const found = (await preview("PMB")).found?.changes;
  expect(found?.courses.map(({ key, change }) => [key, change])).toEqual([["PMB", "changed"]]);
  expect(found?.courses[0]).toMatchObject({ outline: true, lessons: { new: 1, changed: 0 } });
  // Everybody sees the glossary.
  expect(found?.others).toEqual(["courses", "glossary"]);

  const { version } = await publish("PMB");
  const menu = await published(MENU);
  expect(menu).toContain("First patterns");
  expect(menu).toContain("[paper, pencil, ruler] # measure");
  expect(menu).not.toMatch(/All skirts|pleat/);
  expect(await published("PM/assets/ruler.svg")).toContain("<svg");
  for (const name of ["PM/assets/pleat.svg", "PM/lessons/pleat.md"])
    expect(await published(name)).toBe("");
  expect(await published("SW/lessons/stitch.md")).not.toContain("My");
  const glossary = await published(GLOSSARY);
  expect([/term: ruler/, /term: pleat/, /Room to move/].map((each) => each.test(glossary))).toEqual(
    [...[true, false, true]],
  );

  const rest = await findDraft(school.database.read);
  expect(rest).toMatchObject({ id: draft?.id, edition: draft?.edition, based_on: version });
  const after = await publishDraft(sourceSchool(school), by);
  expect(after.changes.courses.map(({ key }) => key)).toEqual(["PMS", "SWB"]);
  expect(await published(GLOSSARY)).toContain("# the end");
});

it("what two courses show is published with the one, and it is said beforehand who else sees it", async () => {
  await edit(MENU, "    menus: [shapes]\n    pack", "    menus: [shapes, block]\n    pack");
  await edit(MENU, "{id: 3, menus: [shapes]}", "{id: 3, menus: [shapes, block]}");
  await publishDraft(sourceSchool(school), by);
  await edit("PM/lessons/block-frame.md", "# ", "# My ");
  await edit("PM/lessons/flare.md", "# ", "# My ");
  const found = (await preview("PMB")).found?.changes;
  expect(found?.lessons).toMatchObject([{ key: "block-frame", courses: ["PMB", "PMS"] }]);
  expect(found?.courses.map(({ key }) => key)).toEqual(["PMB", "PMS"]);
  await publish("PMB");
  expect(await published("PM/lessons/block-frame.md")).toContain("# My");
  expect(await published("PM/lessons/flare.md")).not.toContain("# My");
});

it("a course that is new or removed in the draft becomes so when it is published alone", async () => {
  const course = `  NEW:
    id: 41
    title: {en: N, he: נ}
    weeklyTarget: 1
    menus: [shapes]
    packages:
      - {id: 9, menus: [shapes]}
`;
  await edit(MENU, "courses:\n", `courses:\n${course}`);
  const menu = await drafted(MENU);
  await write(MENU, menu.slice(0, menu.indexOf("  PMS:")));
  await remove("SW/course.yaml", "SW/lessons/stitch.md", "SW/lessons/threading.md");
  await edit("school.yaml", "[PM, SW]", "[PM]");
  await publish("NEW");
  expect(await published(MENU)).toMatch(/NEW:[\s\S]*PMB:[\s\S]*PMS:|PMB:[\s\S]*PMS:[\s\S]*NEW:/);
  await publish("PMS");
  expect(await published(MENU)).not.toContain("PMS:");
  // Another course shows its chapter.
  expect(await published("PM/lessons/flare.md")).not.toBe("");
  expect(await published("school.yaml")).toContain("[PM, SW]");
  await publish("SWB");
  expect(await published("school.yaml")).toContain("[PM]");
  expect(await published("SW/lessons/stitch.md")).toBe("");
  expect(await findDraft(school.database.read)).toBeNull();
});

test("of two people who publish at once, the second is refused, and no course is lost", async () => {
  await edit("SW/lessons/stitch.md", "# ", "# My ");
  await edit("PM/lessons/flare.md", "# ", "# My ");
  const both = await Promise.allSettled(
    ["SWB", "PMS"].map((course) =>
      publishDraft(sourceSchool(school), { ...by, course, replaces: first }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = { status: "rejected", reason: expect.any(SourceConflict) };
  expect(both).toContainEqual(refused);
  const names = ["SW/lessons/stitch.md", "PM/lessons/flare.md"];
  const isMine = await Promise.all(
    names.map(async (name) => (await published(name)).includes("# My")),
  );
  expect(isMine.sort()).toEqual([false, true]);
  for (const name of names) expect(await drafted(name).catch(() => "")).toContain("# My");
});

test("a draft that was begun before others published takes no change of theirs back", async () => {
  await edit("SW/lessons/stitch.md", "# ", "# My ");
  await edit("PM/lessons/flare.md", "# ", "# My ");
  const folder = await authorsFolder();
  for (const name of ["SW/lessons/threading.md", "PM/lessons/flare.md"]) {
    const file = path.join(folder, name);
    await writeFile(file, (await readFile(file, "utf8")).replace("# ", "# Their "));
  }
  await importFolder(school, folder);
  await publish("SWB");
  expect(await published("SW/lessons/threading.md")).toContain("# Their");
  expect(await published("SW/lessons/stitch.md")).toContain("# My");
  await expect(publish("PMS")).rejects.toMatchObject({ paths: ["PM/lessons/flare.md"] });
});

test("one course goes back to an earlier version, and what it changes is said before; others stay", async () => {
  await edit("SW/lessons/stitch.md", "# ", "# My ");
  await edit("PM/lessons/paper.md", "# ", "# My ");
  await edit(MENU, "lessons: [paper, pencil]", "lessons: [paper]");
  await edit("PM/lessons/paper.md", "[a pencil](lesson:pencil)", "a pencil");
  await remove("PM/lessons/pencil.md");
  await publishDraft(sourceSchool(school), { ...by, note: "Without the pencil" });
  const { found } = await preview("PMB", first);
  expect(found?.changes.courses).toMatchObject([{ key: "PMB", lessons: { new: 1, changed: 1 } }]);
  const latest = await latestPublished(school.database.read);
  expect(latest).toMatchObject({ note: "Without the pencil" });
  await rollBack(sourceSchool(school), { ...by, id: first, course: "PMB" });
  expect(await published("PM/lessons/pencil.md")).not.toBe("");
  expect(await published("SW/lessons/stitch.md")).toContain("# My");
  const { summary } = (await latestPublished(school.database.read)) ?? {};
  expect(JSON.parse(summary ?? "")).toMatchObject({ course: "PMB", rolledBackTo: first });
});

it("a course whose lessons have moved to another course goes back with them, or says why it cannot", async () => {
  // Within its product: both courses have the lesson.
  await edit(MENU, "lessons: [paper, pencil]", "lessons: [paper]");
  await edit(MENU, "lessons: [flare]", "lessons: [flare, pencil]");
  const { version } = await publishDraft(sourceSchool(school), by);
  const back = { ...by, id: first, course: "PMB" };
  await rollBack(sourceSchool(school), back);
  expect(await published(MENU)).toMatch(/\[paper, pencil\][\s\S]*\[flare, pencil\]/);

  // To another product, where it keeps its number: it cannot be in both.
  await rollBack(sourceSchool(school), { ...by, id: version });
  const pencil = await drafted("PM/lessons/pencil.md");
  await write("SW/lessons/pencil.md", pencil.replace("asset:sheet.pdf", "term:dart"));
  await remove("PM/lessons/pencil.md");
  await edit("PM/lessons/paper.md", "[a pencil](lesson:pencil)", "a pencil");
  await edit(MENU, "lessons: [flare, pencil]", "lessons: [flare]");
  await edit("SW/course.yaml", "[threading, stitch]", "[threading, stitch, pencil]");
  await publishDraft(sourceSchool(school), by);
  const { problems, found } = await preview("PMB", first);
  expect(found).toBeNull();
  expect(problems.map(({ message }) => message).join()).toContain("already belongs to");
  await expect(rollBack(sourceSchool(school), back)).rejects.toThrow("already belongs to");
  expect(await published("PM/lessons/pencil.md")).toBe("");
});
