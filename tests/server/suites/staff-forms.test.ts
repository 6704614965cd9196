import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { getSourceTexts } from "../../../src/contract/staff-editor.ts";
import { getEntries, postEntryPreview } from "../../../src/contract/staff-entries.ts";
import { getPublicPage, getSchoolForm } from "../../../src/contract/staff-forms.ts";
import { editFields, readFields } from "../../../src/server/content/editor/edit-fields.ts";
import { contentsOf, exportSourceFiles } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { type DeskOptions, openDesk } from "../support/desk.ts";
import { FIXTURE, openSchool } from "../support/test-school.ts";

type Texts = Record<string, string>;

const sent = (fields: Texts) => Object.entries(fields).map(([name, value]) => ({ name, value }));
const valuesOf = ({ fields }: { fields: readonly { name: string; value: string }[] }) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));

const atDesk = async (options?: DeskOptions) => {
  const desk = await openDesk(options);
  const { call } = desk;
  const readPage = async () =>
    decode(getPublicPage, (await call("courses/public?product=PM&course=PMB")).json);
  const savePage = async (fields: Texts, replaces?: string) =>
    call("courses/public", "PUT", {
      ...{ product: "PM", course: "PMB", fields: sent(fields) },
      replaces: replaces ?? (await readPage()).checksum,
    });
  const readForm = async (form: string) =>
    decode(getSchoolForm, (await call(`school/form?form=${form}`)).json);
  const saveForm = async (form: string, fields: Texts) =>
    call("school/form", "PUT", {
      ...{ form, fields: sent(fields) },
      replaces: (await readForm(form)).checksum,
    });
  return { ...desk, readPage, savePage, readForm, saveForm, file: desk.textOf };
};

const PAGE = {
  "description/en": "From measures\n\nto a pattern.",
  "description/he": "ממידות: אל גזרה",
  "price/en": "120 €",
  free_lesson: "paper",
  enrol: "mail",
};

test("what a manager writes about a course is public once it is published, and the rest of the folder stays", async () => {
  const { school, readPage, savePage, publish, file } = await atDesk();
  const before = await readPage();
  const nothing = { source: true, draft: false, fields: [], path: "", has_mail: true };
  expect(before).toMatchObject(nothing);
  expect(before.lessons.map(({ key }) => key).toSorted()).toEqual([
    ...["block-frame", "block-task", "lines_ml", "paper", "pencil", "right-angles"],
  ]);
  expect((await savePage(PAGE)).json.problems).toEqual([]);
  expect(await readPage()).toMatchObject({ draft: true, path: "", fields: expect.any(Array) });
  await publish();
  expect(await (await fetch(`${school.url}/en/courses/PMB`)).text()).toContain("120 €");
  expect((await readPage()).path).toBe("/courses/PMB");
  const [was, is] = [await contentsOf(FIXTURE), await exportSourceFiles(school)];
  expect({ ...is, "PM/course.yaml": "" }).toEqual({ ...was, "PM/course.yaml": "" });
  const added = `    public:
      free_lesson: paper
      enrol: mail
      description:
        en: |
          From measures

          to a pattern.
        he: "ממידות: אל גזרה"
      price:
        en: 120 €
`;
  expect(await file("PM/course.yaml")).toBe(
    `${was["PM/course.yaml"]}`.replace(/(menus: \[block\]\}\n)/, `$1${added}`),
  );
});

test("a page that is hidden keeps its words, and one whose words are taken out is gone", async () => {
  const { readPage, savePage, publish, file } = await atDesk();
  const before = await file("PM/course.yaml");
  await savePage({ ...PAGE, shown: "false" });
  expect(await file("PM/course.yaml")).toContain("      shown: false\n");
  await publish();
  expect(await readPage()).toMatchObject({ path: "" });
  await savePage({ shown: "" });
  await publish();
  expect((await readPage()).path).toBe("/courses/PMB");
  await savePage(Object.fromEntries(Object.keys(PAGE).map((name) => [name, ""])));
  expect(await file("PM/course.yaml")).toBe(before);
});

test("of two people who save the same page the second is told, and unknown fields and courses are refused", async () => {
  const { readPage, savePage, call } = await atDesk();
  const replaces = (await readPage()).checksum ?? "";
  expect((await savePage({ "price/en": "1" }, replaces)).status).toBe(200);
  expect((await savePage({ "price/en": "2" }, replaces)).json.code).toBe("content/conflict");
  expect((await savePage({ title: "x" })).status).toBe(422);
  expect((await savePage({ "price/xx": "x" })).status).toBe(422);
  for (const other of [
    { product: "PM", course: "SWB" },
    { product: "..", course: "PMB" },
  ]) {
    const answer = await call("courses/public", "PUT", { ...other, fields: [], replaces });
    expect(answer.status).toBe(404);
  }
});

test("the wording of mails and the pages of the school are written by form, and mistakes are said at their fields", async () => {
  const { readForm, saveForm, publish, school, file } = await atDesk({ level: 100 });
  const wrong = await saveForm("mails", {
    "password-reset/en/subject": "Hello {nmae}",
    "password-reset/en/text": "Choose one.",
  });
  expect(wrong.json.problems).toMatchObject([
    { field: "password-reset/en/subject", message: expect.stringContaining('did you mean "name"') },
    { field: "password-reset/en/text", message: expect.stringContaining("does without {link}") },
  ]);
  const good = {
    "invitation/en/subject": "Welcome",
    "invitation/en/text": "Dear {name},\n\n{link}",
    "signature/en": "The desk",
  };
  const problems = async (form: string, fields: Texts) =>
    (await saveForm(form, fields)).json.problems;
  expect(await problems("mails", good)).toEqual([]);
  expect(valuesOf(await readForm("mails"))).toEqual(good);
  const page = { "imprint/en": "Thimble School\n\n[Write](mailto:a@b.example)" };
  expect(await problems("pages", page)).toEqual([]);
  const script = await problems("pages", { "privacy/en": "[x](javascript:x)" });
  expect(script[0].field).toBe("privacy/en");
  const answers = { tutor_talk: "mail", voice_answers: "false" };
  expect(await problems("answers", answers)).toEqual([]);
  expect(await file("school.yaml")).toContain("tutor_talk: mail\nvoice_answers: false\n");
  await publish();
  const html = await (await fetch(`${school.url}/en/imprint`)).text();
  expect(html).toContain('<a href="mailto:a@b.example">Write</a>');
});

test("a form says what lessons may lead to, and who may download the app", async () => {
  const { readForm, saveForm, file } = await atDesk({ level: 100 });
  const chosen = {
    ...{ outside_links: "true", "outside_films/vimeo": "true", "outside_films/youtube": "false" },
    "organisation/download_available": "true",
  };
  expect((await saveForm("outside", chosen)).json.problems).toEqual([]);
  expect(valuesOf(await readForm("outside"))).toMatchObject(chosen);
  const text = await file("school.yaml");
  expect(text).toContain("outside_links: true\noutside_films:\n");
  const wrong = await saveForm("pages", { "imprint/en": "[x](nowhere)" });
  expect(wrong.json.problems).toMatchObject([
    { field: "imprint/en", code: "address/outside", values: [{ name: "name", text: "nowhere" }] },
  ]);
});

describe("the editor of fields", () => {
  const names = ["a", "b/en", "b/he", "shown"];
  const edit = (text: string, changes: Texts) => editFields(text, ["m", "n"], names, changes);

  test.each([
    ["m: {n: {a: x, z: 1}} # c\n", { a: "y" }, "m: {n: {a: y, z: 1}} # c\n"],
    [
      "# top\nm:\n  other: 1 # stays\n",
      { "b/he": "x" },
      "# top\nm:\n  other: 1 # stays\n  n:\n    b:\n      he: x\n",
    ],
    ["m:\n  n: # none yet\n", { a: "x" }, "m:\n  n: # none yet\n    a: x\n"],
    ["m:\n  n:\n    a: x # c\n    z: 1\n", { a: "" }, "m:\n  n:\n    z: 1\n"],
    ["m:\n  n: {b: {en: x}, z: 1}\n", { "b/en": "" }, "m:\n  n: {z: 1}\n"],
    ["z: 1", { shown: "false" }, "z: 1\nm:\n  n:\n    shown: false"],
  ])("changes %j by %j and nothing else", (text, changes, expected) => {
    expect(edit(text, changes)).toBe(expected);
    expect(readFields(edit(text, changes) ?? "", ["m", "n"], names)).toMatchObject(
      Object.fromEntries(Object.entries(changes).filter(([, value]) => value)),
    );
  });

  test.each(["m: [1]\n", "m: {n: {a: [1]}}\n", "m: &x {n: *x}\n", "- a\n", "m: {", "\tm: 1"])(
    "leaves what no form can show alone: %j",
    (text) => expect(edit(text, { a: "x" })).toBeNull(),
  );
});

/** For what changes nothing. */
const unchanged = openSchool.shared({ hasFolder: true });

const withEntries = async (options?: DeskOptions) => {
  const desk = await openDesk(options);
  const list = async (kind: string) =>
    decode(getEntries, (await desk.call(`entries?kind=${kind}`)).json);
  const send = (name: string, method: string, json: unknown) =>
    desk.call(`entries${name}`, method, json);
  return { ...desk, list, send };
};

const TERM = { term: "yoke", "en.term": "Yoke", "en.definition": "A shaped piece." };
const NEWS = { from: "2026-03-01", to: "2026-03-02", "en.title": "Sale", "en.body": "Today." };
const FAQ = { "category.en": "Cloth", "en.question": "How wide?", "en.answer": "Very." };

const texts = (fields: object) => Object.entries(fields).map(([name, text]) => ({ name, text }));

const withText = (
  fields: readonly { readonly name: string; readonly text: string }[],
  name: string,
  text: string,
) => [...fields.filter((field) => field.name !== name), { name, text }];

test("an entry that is changed leaves all other bytes of the folder as they are, and is audited", async () => {
  const { school, folder, list, send, recorded } = await withEntries({
    change: async (author) => {
      const file = path.join(author, "faq.yaml");
      const text = await readFile(file, "utf8");
      await writeFile(file, `\uFEFF${`# Ours\n${text}`.replaceAll("\n", "\r\n")}`);
    },
  });
  const before = await contentsOf(folder);
  const { entries, checksum, readable, source } = await list("question");
  expect([readable, source]).toEqual([true, true]);
  const fields = entries[0]?.fields ?? [];
  const question = fields.find(({ name }) => name === "en.question")?.text ?? "?";
  const body = { kind: "question", at: 0, fields: withText(fields, "en.question", "Which one?") };
  const answer = await send("", "PUT", { ...body, replaces: checksum });
  expect(answer.status).toBe(200);
  const after = await exportSourceFiles(school);
  expect(`${after["faq.yaml"]}`).toBe(`${before["faq.yaml"]}`.replace(question, "Which one?"));
  expect({ ...after, "faq.yaml": "" }).toEqual({ ...before, "faq.yaml": "" });
  const change = { action: "changed", kind: "question", subject: "faq.yaml" };
  expect(await recorded()).toMatchObject(change);

  const second = await send("", "PUT", { ...body, fields: null, replaces: checksum });
  expect(second.outcome).toEqual([409, "content/conflict"]);
  const same = await send("", "PUT", { ...body, replaces: answer.json.checksum });
  expect(same.json.checksum).toBe(answer.json.checksum);
});

test("fields that an entry does not have, and files that the form cannot change, are refused", async () => {
  const { list, send } = await withEntries({ at: unchanged });
  const { checksum, entries } = await list("question");
  const put = (body: object) => send("", "PUT", { kind: "question", replaces: checksum, ...body });
  const unknown = await put({ at: 0, fields: [{ name: "en.__proto__", text: "x" }] });
  expect(unknown.outcome).toEqual([422, "request/invalid"]);
  const absent = await put({ at: entries.length, fields: null });
  expect(absent.outcome).toEqual([422, "content/entry_not_editable"]);
  expect((await put({ kind: "mails", at: 0, fields: null })).status).toBe(422);
  expect((await list("question")).checksum).toBe(checksum);
});

/** Each lacks one thing; the rule of the form and the check of the folder must both find it. */
const INCOMPLETE = [
  ["term", { ...TERM, "en.definition": "" }, "en.definition"],
  ["term", { ...TERM, "de.term": "Passe" }, "de.definition"],
  ["term", { term: "yoke", "de.term": "Passe", "de.definition": "Ein Teil." }, "en.term"],
  ["announcement", { ...NEWS, from: "" }, "from"],
  ["announcement", { ...NEWS, to: "2026-02-30" }, "to"],
  ["announcement", { ...NEWS, to: "2026-02-01" }, "to"],
  ["announcement", { ...NEWS, "en.body": " " }, "en.body"],
  ["question", { ...FAQ, "category.en": "" }, "category.en"],
  ["question", { ...FAQ, "he.answer": "כן" }, "he.question"],
] as const;

test("an entry that lacks something is refused with the field, and found by the preview", async () => {
  const { list, send } = await withEntries();
  for (const [kind, fields, wanted] of INCOMPLETE) {
    const { checksum: replaces } = await list(kind);
    const body = { kind, at: null, fields: texts(fields) };
    const answer = await send("", "PUT", { ...body, replaces });
    expect([kind, wanted, answer.status, answer.json.errors?.[0]?.path]).toEqual([
      ...[kind, wanted, 422, wanted],
    ]);
    const { problems } = decode(postEntryPreview, (await send("/preview", "POST", body)).json);
    expect([wanted, problems.length]).not.toEqual([wanted, 0]);
  }
  for (const [kind, fields] of [
    ["term", TERM],
    ["announcement", NEWS],
    ["question", FAQ],
  ] as const) {
    const { checksum: replaces } = await list(kind);
    const body = { kind, at: null, fields: texts(fields) };
    const { problems } = decode(postEntryPreview, (await send("/preview", "POST", body)).json);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([kind, (await send("", "PUT", { ...body, replaces })).status]).toEqual([kind, 200]);
  }
  const { checksum: replaces } = await list("term");
  const twice = await send("", "PUT", { kind: "term", at: null, fields: texts(TERM), replaces });
  expect([twice.status, twice.json.errors]).toEqual([422, [{ path: "term", message: "taken" }]]);
  // Whoever sends no key gets one of the word, which is free.
  const word = { kind: "term", at: null, fields: texts({ ...TERM, term: "" }), replaces };
  expect((await send("", "PUT", word)).json).toMatchObject({ term: "yoke-2" });
  const { entries } = await list("term");
  expect(entries.at(-1)?.fields).toContainEqual({ name: "term", text: "yoke-2" });
});

test("a translation of a question is older than its original until it is saved, or said to be right", async () => {
  const { call, list, send } = await withEntries();
  const put = async (change: Record<string, string>, right: string[] = []) => {
    const { entries, checksum } = await list("question");
    let fields = entries[0]?.fields ?? [];
    for (const [name, text] of Object.entries(change)) fields = withText(fields, name, text);
    const body = { kind: "question", at: 0, fields, replaces: checksum, right };
    expect((await send("", "PUT", body)).status).toBe(200);
    const { entries: after } = await list("question");
    return after.map(({ outdated }) => outdated).filter(({ length }) => length > 0);
  };
  expect(await put({ "he.question": "מה?", "he.answer": "כך." })).toEqual([]);
  expect(await put({ "en.answer": "Like this." })).toEqual([["he"]]);
  const { texts } = decode(getSourceTexts, (await call("texts")).json);
  expect(texts.flatMap(({ entries }) => entries)).toMatchObject([{ at: 0, languages: ["he"] }]);
  expect(await put({ "en.answer": "Or like this." })).toEqual([["he"]]);
  expect(await put({}, ["he"])).toEqual([]);
  expect(await put({ "en.answer": "No, like this." })).toEqual([["he"]]);
  expect(await put({ "he.answer": "לא, כך." })).toEqual([]);
});
