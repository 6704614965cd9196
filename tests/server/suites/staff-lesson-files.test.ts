import { hash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type MadeLesson, postWordDocument } from "../../../src/contract/staff-lesson-files.ts";
import { getTree } from "../../../src/contract/staff-tree.ts";
import { lineDifferences } from "../../../src/server/content/editor/text-difference.ts";
import { decode } from "../support/decode.ts";
import { openDesk } from "../support/desk.ts";
import { formula, paragraph, picture, table, wordDocument } from "../support/word-document.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A school with its author's folder, and a manager who has files for it. */
const atDesk = async () => {
  const desk = await openDesk();
  const { call, send } = desk;
  const word = async (bytes: Buffer) => call("lesson-files/word", "POST", await send(bytes));
  const tree = async () => decode(getTree, (await call("tree")).json).products[0];
  const add = async (lessons: readonly MadeLesson[], change: object = {}, headers = {}) => {
    const product = await tree();
    const [chapter] = product?.chapters ?? [];
    const body = {
      ...{ product: "PM", place: { chapter: chapter?.key, section: 0 }, lessons },
      ...{ replaces: product?.checksum, ...change },
    };
    return call("lesson-files", "POST", body, headers);
  };
  return { ...desk, word, tree, add };
};

const lesson = (title: string, change: Partial<MadeLesson> = {}): MadeLesson => ({
  ...{ title, type: "text", text: `# ${title}\n\nSew.\n`, pictures: [] },
  ...change,
});

test("a Word document is read with its headings, tables and pictures, and says what it leaves out", async () => {
  const { word, call } = await atDesk();
  const document = await wordDocument(
    paragraph("Darts", "Heading1") +
      table([["a", "b"]]) +
      picture("a.png", "A dart") +
      picture("b.emf", "") +
      formula,
    PNG,
  );
  const { html, pictures, left_out } = decode(postWordDocument, (await word(document)).json);
  expect(html).toContain("<h1>Darts</h1><table>");
  expect(html).toContain('<img alt="A dart" src="picture:0" />');
  expect(pictures).toEqual([
    { name: "picture.png", checksum: hash("sha256", PNG), size: PNG.length },
  ]);
  expect(left_out).toEqual([
    { what: "picture", count: 1 },
    { what: "formula", count: 1 },
  ]);
  expect((await call("texts")).json.draft).toBe(false);
});

const NO_DOCUMENT = [422, "content/not_a_document"] as const;
const TOO_LARGE = [413, "content/document_too_large"] as const;

test.each([
  ["a text", async () => Buffer.from("Darts"), ...NO_DOCUMENT],
  ["a cut zip", async () => (await wordDocument("")).subarray(0, 200), ...NO_DOCUMENT],
  [
    "a document of 300 MB in 300 kB",
    async () => wordDocument(paragraph(" ".repeat(300_000_000))),
    ...TOO_LARGE,
  ],
  [
    "a document of paragraphs without an end",
    async () => wordDocument("<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(1_000_000)),
    ...TOO_LARGE,
  ],
] as const)(
  "%s is refused as a Word document, and the school goes on",
  async (_name, make, status, code) => {
    const { word, call } = await atDesk();
    const answer = await word(await make());
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect((await call("texts")).status).toBe(200);
  },
);

test("lessons get keys, numbers, pictures and their place in one change", async () => {
  const { call, send, add, tree, textOf } = await atDesk();
  const before = await textOf("PM/course.yaml");
  const shown = { name: "\u202egnp.a (1).png", ...(await send(PNG)) };
  const made = await add([
    lesson("Die Abnäher: “links” & rechts"),
    lesson("שרוול", { type: "figure", text: "# שרוול\n\n![שרוול](picture:0)", pictures: [shown] }),
    lesson("שרוול", { text: "# שרוול\n\n![שרוול](picture:0)\n", pictures: [shown] }),
  ]);
  expect(made.status).toBe(200);
  const { paths } = made.json;
  expect(paths).toEqual([
    "PM/lessons/die-abnaeher-links-rechts.md",
    "PM/lessons/srvvl.md",
    "PM/lessons/srvvl-2.md",
  ]);
  const [first, second] = await Promise.all(paths.map(textOf));
  expect(first).toMatch(/^---\nid: \d+\ntitle: {en: ".*“links” & rechts"}\ntype: text\n---\n# Die/);
  expect(second).toContain("](gnp.a-1-.png)");
  const added = lineDifferences(before, await textOf("PM/course.yaml"));
  expect(added.filter(({ kind }) => kind === "removed").length).toBeLessThanOrEqual(1);
  const [chapter] = (await tree())?.chapters ?? [];
  expect(chapter?.sections[0]?.lessons.slice(-3)).toEqual(
    paths.map((path: string) => path.replace(/^PM\/lessons\/|\.md$/g, "")),
  );
  const { assets } = (await call("assets?product=PM")).json;
  expect(assets.filter(({ name }: { name: string }) => name.startsWith("gnp"))).toHaveLength(1);
});

test.each([
  ["a section", {}],
  ["no chapter", { place: null, replaces: null }],
])("lessons for %s whose answer was lost are made once", async (_place, change) => {
  const { add, call } = await atDesk();
  const headers = { "Idempotency-Key": randomUUID() };
  const first = await add([lesson("Pins")], change, headers);
  const again = await add([lesson("Pins")], change, headers);
  expect([again.status, again.json]).toEqual([200, first.json]);
  const { texts } = (await call("texts")).json;
  expect(texts.filter(({ path }: { path: string }) => path.includes("pins"))).toHaveLength(1);
});

test("500 pictures become 500 lessons at once", async () => {
  const { send, add, tree } = await atDesk();
  const sent = await send(PNG);
  const lessons = Array.from({ length: 500 }, (_, at) =>
    lesson(`Step ${at + 1}`, {
      ...{ type: "figure", text: `# Step ${at + 1}\n\n![Step](picture:0)\n` },
      pictures: [{ name: `${at + 1}.png`, ...sent }],
    }),
  );
  const before = (await tree())?.lessons.length ?? 0;
  expect((await add(lessons)).status).toBe(200);
  const product = await tree();
  expect(product?.lessons.length).toBe(before + 500);
  expect(new Set(product?.lessons.map(({ id }) => id)).size).toBe(before + 500);
  expect((await add([...lessons, lesson("One more")])).status).toBe(422);
});

test("lessons that cannot be added change nothing", async () => {
  const { add, textOf, call } = await atDesk();
  const before = await textOf("PM/course.yaml");
  const missing = { name: "a.png", checksum: "a".repeat(64), size: 5 };
  const statuses = [
    await add([lesson("A")], { replaces: "b".repeat(64) }),
    await add([lesson("A")], { place: { chapter: "none", section: 0 } }),
    await add([lesson("A")], { product: "../x" }),
    await add([lesson("A", { pictures: [missing] })]),
    await add([lesson(" ")]),
    await add([]),
  ].map(({ status }) => status);
  expect(statuses).toEqual([409, 409, 409, 422, 422, 422]);
  expect(await textOf("PM/course.yaml")).toBe(before);
  expect((await call("texts")).json.draft).toBe(false);
});
