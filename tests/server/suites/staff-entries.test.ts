import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { getSourceTexts } from "../../../src/contract/staff-editor.ts";
import { getEntries, postEntryPreview } from "../../../src/contract/staff-entries.ts";
import { contentsOf } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { type DeskOptions, openDesk } from "../support/desk.ts";
import { exportSourceFiles } from "../support/exported-source.ts";
import { openSchool } from "../support/test-school.ts";

/** For what changes nothing. */
const unchanged = openSchool.shared({ hasFolder: true });

/** A school with its author's folder, and a manager at the desk. */
const atDesk = async (options?: DeskOptions) => {
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

const sent = (fields: object) => Object.entries(fields).map(([name, text]) => ({ name, text }));

const withText = (
  fields: readonly { readonly name: string; readonly text: string }[],
  name: string,
  text: string,
) => [...fields.filter((field) => field.name !== name), { name, text }];

test("an entry that is changed leaves all other bytes of the folder as they are, and is audited", async () => {
  const { school, folder, list, send, recorded } = await atDesk({
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
  const text = (contents: Record<string, string>) =>
    Buffer.from(contents["faq.yaml"] ?? "", "base64").toString();
  const after = await exportSourceFiles(school);
  expect(text(after)).toBe(text(before).replace(question, "Which one?"));
  expect({ ...after, "faq.yaml": "" }).toEqual({ ...before, "faq.yaml": "" });
  const change = { action: "changed", kind: "question", subject: "faq.yaml" };
  expect(await recorded()).toMatchObject(change);

  const second = await send("", "PUT", { ...body, fields: null, replaces: checksum });
  expect([second.status, second.json.code]).toEqual([409, "content/conflict"]);
  const same = await send("", "PUT", { ...body, replaces: answer.json.checksum });
  expect(same.json.checksum).toBe(answer.json.checksum);
});

test("the preview of an entry shows it alone, with what is wrong, and changes nothing", async () => {
  const { list, send } = await atDesk({ at: unchanged });
  const before = await list("question");
  const preview = async (fields: unknown) => {
    const answer = await send("/preview", "POST", { kind: "question", at: null, fields });
    return decode(postEntryPreview, answer.json);
  };
  const good = sent({ ...FAQ, "en.answer": "As **wide** as it comes.\n\n<script>x</script>" });
  const { pages, problems } = await preview(good);
  expect(pages).toMatchObject([{ title: "How wide?", language: "en" }]);
  expect(pages[0]?.html).toContain("<strong>wide</strong>");
  expect(pages[0]?.html).not.toContain("<script");
  expect(problems).toMatchObject([{ field: "en.answer" }]);
  const half = await preview(good.slice(0, 2));
  expect(half.problems.map(({ message }) => message)).toContain('"answer" is missing.');
  expect(await list("question")).toEqual(before);
});

test("fields that an entry does not have, and files that the form cannot change, are refused", async () => {
  const { list, send } = await atDesk({ at: unchanged });
  const { checksum, entries } = await list("question");
  const put = (body: object) => send("", "PUT", { kind: "question", replaces: checksum, ...body });
  const unknown = await put({ at: 0, fields: [{ name: "en.__proto__", text: "x" }] });
  expect([unknown.status, unknown.json.code]).toEqual([422, "request/invalid"]);
  const absent = await put({ at: entries.length, fields: null });
  expect([absent.status, absent.json.code]).toEqual([422, "content/entry_not_editable"]);
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
  const { list, send } = await atDesk();
  for (const [kind, fields, wanted] of INCOMPLETE) {
    const { checksum: replaces } = await list(kind);
    const body = { kind, at: null, fields: sent(fields) };
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
    const body = { kind, at: null, fields: sent(fields) };
    const { problems } = decode(postEntryPreview, (await send("/preview", "POST", body)).json);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([kind, (await send("", "PUT", { ...body, replaces })).status]).toEqual([kind, 200]);
  }
  const { checksum: replaces } = await list("term");
  const twice = await send("", "PUT", { kind: "term", at: null, fields: sent(TERM), replaces });
  expect([twice.status, twice.json.errors]).toEqual([422, [{ path: "term", message: "taken" }]]);
  // Whoever sends no key gets one of the word, which is free.
  const word = { kind: "term", at: null, fields: sent({ ...TERM, term: "" }), replaces };
  expect((await send("", "PUT", word)).json).toMatchObject({ term: "yoke-2" });
  const { entries } = await list("term");
  expect(entries.at(-1)?.fields).toContainEqual({ name: "term", text: "yoke-2" });
});

test("a translation of a question is older than its original until it is saved, or said to be right", async () => {
  const { call, list, send } = await atDesk();
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
