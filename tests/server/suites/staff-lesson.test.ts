import { hash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import {
  getDraftNumbers,
  getLessonText,
  postLessonPreview,
} from "../../../src/contract/staff-lesson.ts";
import { type MadeLesson, postWordDocument } from "../../../src/contract/staff-lesson-files.ts";
import { getTree } from "../../../src/contract/staff-tree.ts";
import { lineDifferences } from "../../../src/domain/line-differences.ts";
import { contentsOf, exportSourceFiles } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { openDesk } from "../support/desk.ts";
import { FIXTURE } from "../support/test-school.ts";

const LESSON = "PM/lessons/paper.md";
const HEBREW = "PM/lessons/paper.he.md";

type Fields = readonly { readonly name: string; readonly text: string }[];

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
  expect(`${after[LESSON]}`).toBe(expected);
  expect({ ...after, [LESSON]: "" }).toEqual({ ...before, [LESSON]: "" });
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

test("a lesson whose head cannot be read is opened as it is, and a form is refused", async () => {
  const { desk, open, save, call } = await atDesk();
  const { checksum } = await open(LESSON);
  const text = "---\nid: [\n---\n# Paper\n";
  const json = { path: LESSON, text, replaces: checksum };
  expect((await desk.call("texts/text", "PUT", json)).status).toBe(200);
  const damaged = await open(LESSON);
  expect(damaged).toMatchObject({ readable: false, fields: [], body: text });
  // A translation has none either.
  const { checksum: hebrew, ...translation } = await open(HEBREW);
  expect(translation).toMatchObject({ readable: true, form: false, fields: [] });
  const title = [{ name: "title.he", text: "x" }];
  expect((await save(HEBREW, title, "# נייר\n", hebrew)).status).toBe(422);
  const refused = await save(LESSON, [], "# Paper\n", damaged.checksum);
  expect(refused.outcome).toEqual([422, "content/head_not_editable"]);
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

const TYPES = `<?xml version="1.0"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/>
</Types>`;

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const relations = (...each: readonly string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`;

const paragraph = (text: string, style = ""): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ""}<w:r><w:t>${text}</w:t></w:r></w:p>`;

const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`)
    .join("")}</w:tbl>`;

/** A picture of Word. @param file in `word/media` */
const picture = (file: "a.png" | "b.emf", description: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${description}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${file}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const formula = `<w:p><m:oMath><m:r><m:t>a</m:t></m:r></m:oMath></w:p>`;

/**
 * A Word document.
 * @param body its paragraphs
 * @param media the bytes of `a.png`
 */
const wordDocument = async (body: string, media = new Uint8Array([1])): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const add = (name: string, text: string) => zip.add(name, new TextReader(text));
  await add("[Content_Types].xml", TYPES);
  await add(
    "_rels/.rels",
    relations(
      `<Relationship Id="d" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/>`,
    ),
  );
  await add(
    "word/_rels/document.xml.rels",
    relations(
      ...["a.png", "b.emf"].map(
        (file) => `<Relationship Id="${file}" Type="${RELATIONS}/image" Target="media/${file}"/>`,
      ),
    ),
  );
  await add(
    "word/document.xml",
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONS}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
  );
  await zip.add("word/media/a.png", new Uint8ArrayReader(media));
  await zip.add("word/media/b.emf", new Uint8ArrayReader(new Uint8Array([2])));
  return Buffer.from(await zip.close());
};

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const withFiles = async () => {
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

const made = (title: string, change: Partial<MadeLesson> = {}): MadeLesson => ({
  ...{ title, type: "text", text: `# ${title}\n\nSew.\n`, pictures: [] },
  ...change,
});

test("a Word document is read with its headings, tables and pictures, and says what it leaves out", async () => {
  const { word, call } = await withFiles();
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
] as const)("%s is refused as a Word document", async (_name, make, status, code) => {
  const { word, call } = await withFiles();
  expect((await word(await make())).outcome).toEqual([status, code]);
  expect((await call("texts")).status).toBe(200);
});

test("lessons get keys, numbers, pictures and their place in one change", async () => {
  const { call, send, add, tree, textOf } = await withFiles();
  const before = await textOf("PM/course.yaml");
  const shown = { name: "\u202egnp.a (1).png", ...(await send(PNG)) };
  const added = await add([
    made("Die Abnäher: “links” & rechts"),
    made("שרוול", { type: "figure", text: "# שרוול\n\n![שרוול](picture:0)", pictures: [shown] }),
    made("שרוול", { text: "# שרוול\n\n![שרוול](picture:0)\n", pictures: [shown] }),
  ]);
  expect(added.status).toBe(200);
  const { paths } = added.json;
  expect(paths).toEqual([
    "PM/lessons/die-abnaeher-links-rechts.md",
    "PM/lessons/srvvl.md",
    "PM/lessons/srvvl-2.md",
  ]);
  const [first, second] = await Promise.all(paths.map(textOf));
  expect(first).toMatch(/^---\nid: \d+\ntitle: {en: ".*“links” & rechts"}\ntype: text\n---\n# Die/);
  expect(second).toContain("](gnp.a-1-.png)");
  const differences = lineDifferences(before, await textOf("PM/course.yaml"));
  expect(differences.filter(({ kind }) => kind === "removed").length).toBeLessThanOrEqual(1);
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
  const { add, call } = await withFiles();
  const headers = { "Idempotency-Key": randomUUID() };
  const first = await add([made("Pins")], change, headers);
  const again = await add([made("Pins")], change, headers);
  expect([again.status, again.json]).toEqual([200, first.json]);
  const { texts } = (await call("texts")).json;
  expect(texts.filter(({ path }: { path: string }) => path.includes("pins"))).toHaveLength(1);
});

test("500 pictures become 500 lessons at once", async () => {
  const { send, add, tree } = await withFiles();
  const sent = await send(PNG);
  const lessons = Array.from({ length: 500 }, (_, at) =>
    made(`Step ${at + 1}`, {
      ...{ type: "figure", text: `# Step ${at + 1}\n\n![Step](picture:0)\n` },
      pictures: [{ name: `${at + 1}.png`, ...sent }],
    }),
  );
  const before = (await tree())?.lessons.length ?? 0;
  expect((await add(lessons)).status).toBe(200);
  const product = await tree();
  expect(product?.lessons.length).toBe(before + 500);
  expect(new Set(product?.lessons.map(({ id }) => id)).size).toBe(before + 500);
  expect((await add([...lessons, made("One more")])).status).toBe(422);
});

test("lessons that cannot be added change nothing", async () => {
  const { add, textOf, call } = await withFiles();
  const before = await textOf("PM/course.yaml");
  const missing = { name: "a.png", checksum: "a".repeat(64), size: 5 };
  const statuses = [
    await add([made("A")], { replaces: "b".repeat(64) }),
    await add([made("A")], { place: { chapter: "none", section: 0 } }),
    await add([made("A")], { product: "../x" }),
    await add([made("A", { pictures: [missing] })]),
    await add([made(" ")]),
    await add([]),
  ].map(({ status }) => status);
  expect(statuses).toEqual([409, 409, 409, 422, 422, 422]);
  expect(await textOf("PM/course.yaml")).toBe(before);
  expect((await call("texts")).json.draft).toBe(false);
});
