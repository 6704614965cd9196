import { hash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { AUTHOR_LESSON_ID } from "../../../src/server/content/import-school.ts";
import { openSchool, PMB, PMS, sharedPerson } from "../support/test-school.ts";

const AUTHORS = [
  { start: 0.5, end: 2, text: "Slash from the hem\nup to the waist." },
  { start: 3, end: 5.25, text: "Spread it & glue it." },
];
const WHERE = { product: "PM", lesson: "flare", asset: "flare.webm", language: "he" };
const HEBREW = [
  { start: 0.5, end: 2, text: "גוזרים מהמכפלת" },
  { start: 2, end: 4, text: "ופותחים <b>לאט</b>" },
];

const school = openSchool.shared();

const student = sharedPerson(school, { courses: [{ course: PMS }, { course: PMB }] });
const tutor = sharedPerson(school, { level: 10 });
beforeEach(() =>
  school.database.write((db) =>
    db.deleteFrom("video_text").where("lesson_id", "!=", AUTHOR_LESSON_ID).execute(),
  ),
);

const read = (by: { token: string }, asked: Partial<typeof WHERE> = {}) =>
  school.call(`/new-video/texts?${new URLSearchParams({ ...WHERE, ...asked })}`, by);
const write = (method: "POST" | "PUT", json: object) =>
  school.call("/new-video/texts", { ...tutor, method, json: { ...WHERE, ...json } });

test("captions are the author's, in English if the language has none", async () => {
  for (const language of ["en", "he", "xx"]) {
    const answer = await read(student, { language });
    expect(answer.json).toMatchObject({ texts: AUTHORS, language: "en" });
  }
  expect((await read(student, { product: "pm", lesson: "109" })).json.texts).toEqual(AUTHORS);
});

test("captions of a closed lesson are not read under the name of an open one", async () => {
  const other = await school.student({ course: PMB });
  const named = await read(other, { lesson: "paper" });
  expect(named.outcome).toEqual([403, "session/not_allowed"]);
});

test.each([
  [{ product: "XX" }, "product/not_found"],
  [{ lesson: "nothing" }, "lesson/not_found"],
  [{ lesson: "201" }, "lesson/not_found"],
  [{ asset: "nothing.webm" }, "asset/not_found"],
  [{ asset: "sheet.pdf" }, "asset/not_found"],
])("captions of %o do not exist for reading or writing", async (where, code) => {
  for (const answer of [
    await read(tutor, where),
    await write("POST", { ...where, texts: [] }),
    await write("PUT", { ...where, texts: [] }),
  ]) {
    expect(answer.outcome).toEqual([404, code]);
  }
});

const good = { start: 0, end: 1, text: "Pin" };
test.each([
  ["an end before the start", [{ ...good, start: 2 }], "texts.0"],
  ["a time that is no number", [{ ...good, end: "1" }], "texts.0.end"],
  ["no words", [{ ...good, text: " \n" }], "texts.0.text"],
  ["no list", { 0: good }, "texts"],
])("captions with %s are refused, and the place is named", async (_name, texts, path) => {
  for (const method of ["POST", "PUT"] as const) {
    const answer = await write(method, { texts });
    expect([answer.status, answer.json.errors?.[0]?.path]).toEqual([422, path]);
  }
});

test("captions are created with POST and replaced with PUT, sorted by time", async () => {
  const posted = await write("POST", { texts: HEBREW.toReversed() });
  expect([posted.status, posted.json.texts]).toEqual([200, HEBREW]);
  expect((await read(student)).json).toMatchObject({ texts: HEBREW, language: "he" });
  // A retry after a lost answer, and a request that would overwrite another person's work.
  expect((await write("POST", { texts: HEBREW })).status).toBe(200);
  expect((await write("POST", { texts: [good] })).outcome).toEqual([409, "video/texts_exist"]);
  expect((await read(student)).json.texts).toEqual(HEBREW);

  expect((await write("PUT", { texts: [good] })).status).toBe(200);
  expect((await read(student)).json.texts).toEqual([good]);
  expect((await read(student, { language: "en" })).json.texts).toEqual(AUTHORS);
  // Those that are deleted give way to the English ones, and the author's own to none.
  expect((await write("PUT", { texts: [] })).status).toBe(200);
  expect((await read(student)).json).toMatchObject({ texts: AUTHORS, language: "en" });
  expect((await write("POST", { language: "en", texts: [good] })).status).toBe(409);
  for (const texts of [[good], []]) {
    expect((await write("PUT", { language: "en", texts })).status).toBe(200);
    expect((await read(student, { language: "en" })).json.texts).toEqual(texts);
  }
});

test("the captions to keep are those of the person's courses, with their checksum as ETag", async () => {
  const all = (by: { token: string }, headers: Record<string, string> = {}) =>
    school.call("/menu/captions", { ...by, headers });
  await school.call("/new-video/texts", { ...tutor, json: { ...WHERE, texts: HEBREW } });
  const { json, headers } = await all(student);
  expect(json.captions).toEqual([
    { ...WHERE, lesson: null, language: "en", texts: AUTHORS },
    { ...WHERE, texts: HEBREW },
  ]);
  const checksum = hash("sha256", JSON.stringify(json.captions));
  expect(headers.etag).toBe(`"${checksum}"`);
  expect((await all(student, { "If-None-Match": `"${checksum}"` })).status).toBe(304);
  const other = await school.student({ course: PMB });
  expect((await all(other)).json).toEqual({ captions: [] });
});
