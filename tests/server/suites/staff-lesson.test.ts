import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  getDraftNumbers,
  getLessonText,
  postLessonPreview,
} from "../../../src/contract/staff-lesson.ts";
import { contentsOf } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { openDesk } from "../support/desk.ts";
import { exportSourceFiles } from "../support/exported-source.ts";
import { FIXTURE } from "../support/test-school.ts";

const LESSON = "PM/lessons/paper.md";
const HEBREW = "PM/lessons/paper.he.md";

type Fields = readonly { readonly name: string; readonly text: string }[];

/** A school with its author's folder, and a manager who edits its lessons. */
const atDesk = async () => {
  const desk = await openDesk();
  const call = (name: string, method = "GET", json?: unknown) =>
    desk.call(`lessons/${name}`, method, json);
  const open = async (file: string) =>
    decode(getLessonText, (await call(`text?${new URLSearchParams({ path: file })}`)).json);
  const save = (file: string, fields: Fields, body: string, replaces: string | null) =>
    call("text", "PUT", { path: file, fields, body, replaces });
  const show = async (file: string, fields: Fields, body: string) =>
    decode(postLessonPreview, (await call("preview", "POST", { path: file, fields, body })).json);
  return { desk, school: desk.school, call, open, save, show };
};

const set = (fields: Fields, name: string, text: string): Fields => [
  ...fields.filter((each) => each.name !== name),
  { name, text },
];

test("a lesson is opened as a form and a text, and what is not edited keeps its bytes", async () => {
  const { school, open, save } = await atDesk();
  const before = await contentsOf(FIXTURE);
  const lesson = await open(LESSON);
  const file = await readFile(path.join(FIXTURE, LESSON), "utf8");
  expect(lesson).toMatchObject({ readable: true, form: true, languages: ["en", "he"] });
  expect(lesson.fields).toContainEqual({ name: "title.en", text: "Paper" });
  expect(file.endsWith(`---\n${lesson.body}`)).toBe(true);

  const fields = set(lesson.fields, "title.en", "Paper and pens");
  expect((await save(LESSON, fields, `${lesson.body}More.\n`, lesson.checksum)).status).toBe(200);
  const after = await exportSourceFiles(school);
  const expected = `${file.replace("en: Paper,", "en: Paper and pens,")}More.\n`;
  expect(Buffer.from(after[LESSON] ?? "", "base64").toString()).toBe(expected);
  expect({ ...after, [LESSON]: "" }).toEqual({ ...before, [LESSON]: "" });
});

test("a translation has a text and no form", async () => {
  const { open, save } = await atDesk();
  const { checksum, ...lesson } = await open(HEBREW);
  expect(lesson).toMatchObject({ readable: true, form: false, fields: [] });
  const title = [{ name: "title.he", text: "x" }];
  expect((await save(HEBREW, title, "# נייר\n", checksum)).status).toBe(422);
  expect((await save(HEBREW, [], "# נייר\n", checksum)).status).toBe(200);
  expect((await open(HEBREW)).body).toBe("# נייר\n");
});

test("new lessons get numbers that no other lesson has", async () => {
  const { desk, save, show } = await atDesk();
  const texts = { "title.en": "Hems", "title.he": "מכפלת", type: "text" };
  const fields = Object.entries(texts).map(([name, text]) => ({ name, text }));
  for (const key of ["hem-one", "hem-two"]) {
    const file = `PM/lessons/${key}.md`;
    expect((await save(file, fields, "# Hems\n\nText.\n", null)).status).toBe(200);
    expect((await show(file, fields, "# Hems\n\nText.\n")).problems).toEqual([]);
    expect((await save(file, fields, "# Another\n", null)).json.code).toBe("content/conflict");
  }
  const saved = ["hem-one", "hem-two"].map((key) => desk.textOf(`PM/lessons/${key}.md`));
  const ids = (await Promise.all(saved)).map((text) => /^id: (\d{9})$/m.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain(undefined);
});

test("a preview names the field or the line of the text that is wrong", async () => {
  const { open, show } = await atDesk();
  const { fields, body } = await open(LESSON);
  const wrong = set(fields, "title.en", "");
  const { problems, pages } = await show(LESSON, wrong, `${body}\n[x](term:nothing)\n`);
  const line = body.split("\n").length + 1;
  expect(problems.map((problem) => [problem.field, problem.line])).toEqual([
    ["title", 0],
    ["", line],
  ]);
  expect(pages.length).toBeGreaterThan(0);
});

test("a lesson whose head cannot be read is opened as it is, and a form is refused", async () => {
  const { desk, open, save, call } = await atDesk();
  const { checksum } = await open(LESSON);
  const text = "---\nid: [\n---\n# Paper\n";
  const json = { path: LESSON, text, replaces: checksum };
  expect((await desk.call("texts/text", "PUT", json)).status).toBe(200);
  const damaged = await open(LESSON);
  expect(damaged).toMatchObject({ readable: false, fields: [], body: text });
  const refused = await save(LESSON, [], "# Paper\n", damaged.checksum);
  expect([refused.status, refused.json.code]).toEqual([422, "content/head_not_editable"]);
  expect((await call("text?path=faq.yaml")).json.code).toBe("content/no_file");
  expect((await call("text?path=PM/lessons/..%2Fpaper.md")).status).toBe(404);
});

test.each([
  ["en", { name: "skirt-block.sideEach", number: "3.25", unit: " cm" }],
  ["de", { name: "skirt-block.sideEach", number: "3,25", unit: " cm" }],
  ["he", { name: "bodice-block.shoulder_slope", number: "22", unit: "°" }],
])("numbers of drafts are listed as a text in %s states them", async (language, number) => {
  const { call, show } = await atDesk();
  const listed = decode(getDraftNumbers, (await call(`numbers?language=${language}`)).json);
  expect(listed.numbers).toContainEqual(number);
  expect(listed.figures).toContain("skirt-block/frame");
  // What the list says is right to the check, each number in each form.
  const place = language === "en" ? "PM/lessons/all.md" : `PM/lessons/paper.${language}.md`;
  const body = listed.numbers.map(
    ({ number, unit, name }) => `[${number}${unit}](draft:${name}) [${number}](draft:${name})`,
  );
  const { problems } = await show(place, [], `# A\n\n${body.join("\n\n")}\n`);
  expect(problems.filter(({ message }) => /is wrong|sign/.test(message))).toEqual([]);
});
