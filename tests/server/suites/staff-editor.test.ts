import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  getSourceTexts,
  getTextDifference,
  getTextHistory,
  getTranslation,
  postTextPreview,
  putReader,
} from "../../../src/contract/staff-editor.ts";
import { change, contentsOf, exportSourceFiles } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { type DeskOptions, deskOf, openDesk } from "../support/desk.ts";
import { openSchool } from "../support/test-school.ts";

const LESSON = "PM/lessons/paper.md";
const HEBREW = "PM/lessons/paper.he.md";

/** For what changes nothing. */
const unchanged = openSchool.shared({ hasFolder: true });

const atDesk = async (options?: DeskOptions) => {
  const desk = await openDesk(options);
  const call = (name: string, method = "GET", json?: unknown) =>
    desk.call(`texts${name}`, method, json);
  const asked = (name: string, query: Record<string, string>) =>
    call(`/${name}?${new URLSearchParams(query)}`);
  const read = async (file: string, checksum?: string) =>
    (await asked("text", { path: file, ...(checksum !== undefined && { checksum }) })).json;
  const write = (file: string, text: string, replaces: string | null) =>
    call("/text", "PUT", { path: file, text, replaces });
  return { ...desk, call, asked, read, write };
};

const edited = async (desk: Awaited<ReturnType<typeof atDesk>>, from: string, to: string) => {
  const { text, checksum } = await desk.read(LESSON);
  expect(text).toContain(from);
  expect((await desk.write(LESSON, text.replace(from, to), checksum)).status).toBe(200);
};

test("staff list the texts of the folder, with titles of lessons, and read them", async () => {
  const { call, read, folder } = await atDesk({ at: unchanged });
  const listed = decode(getSourceTexts, (await call("")).json);
  expect(listed).toMatchObject({ source: true, draft: false, languages: ["en", "he"] });
  const paths = listed.texts.map((text) => text.path);
  expect(paths).toEqual(expect.arrayContaining(["school.yaml", "faq.yaml", "PM/course.yaml"]));
  expect(paths.filter((each) => each.includes("/assets/"))).toEqual([]);
  const { titles } = listed.texts[paths.indexOf(HEBREW)] ?? {};
  expect(titles).toContainEqual({ language: "en", title: "Paper" });
  expect((await read(LESSON)).text).toBe(await readFile(path.join(folder, LESSON), "utf8"));
  expect(await read("PM/lessons/new-one.md")).toEqual({ text: "", checksum: null });
});

type Saved = { checksum: string; fields: unknown };
/** What is saved by a call, from what was read before and with another word. */
const SAVED: [what: string, path: string, body: (read: Saved, word: string) => object][] = [
  ["a text", `texts/text?path=${LESSON}`, (_, text) => ({ path: LESSON, text })],
  [
    "a lesson",
    `lessons/text?path=${LESSON}`,
    ({ fields }, body) => ({ path: LESSON, fields, body }),
  ],
  [
    "the brand",
    "school/brand",
    (_, value) => ({ fields: [{ name: "name", value }], languages: null, logo: null }),
  ],
];

test.each(SAVED)("of two people who change %s, the second is refused", async (_, path, body) => {
  const { call, recorded } = await openDesk({ level: 100 });
  const { json: read } = await call(path);
  const put = (word: string) =>
    call(path.split("?")[0] ?? "", "PUT", { ...body(read, word), replaces: read.checksum });
  expect((await put("First")).status).toBe(200);
  expect(await recorded()).toMatchObject({ action: "changed", actor: "person" });
  expect((await put("Second")).outcome).toEqual([409, "content/conflict"]);
  expect((await call(path)).text).toContain("First");
});

test("a school whose content has no folder says so, and takes no text and no brand", async () => {
  const { call } = await deskOf(await openSchool(), 100);
  expect((await call("texts")).json).toMatchObject({ source: false, texts: [] });
  const brand = { source: false, checksum: null, fields: [] };
  expect((await call("school/brand")).json).toMatchObject(brand);
  for (const [, path, body] of SAVED) {
    const json = { ...body({ checksum: "", fields: [] }, "A"), replaces: "0".repeat(64) };
    const { status, json: said } = await call(path.split("?")[0] ?? "", "PUT", json);
    expect([path, status, said.code]).toEqual([path, 409, "content/no_source"]);
  }
});

test("a text that is changed keeps its byte order mark and its line ends, and the rest of the folder its bytes", async () => {
  const change = async (folder: string) => {
    const file = path.join(folder, LESSON);
    const text = await readFile(file, "utf8");
    await writeFile(file, `\uFEFF${text.replaceAll("\n", "\r\n")}`);
  };
  const desk = await atDesk({ change });
  const before = await contentsOf(desk.folder);
  await edited(desk, "# ", "# More ");
  const after = await exportSourceFiles(desk.school);
  expect(`${after[LESSON]}`).toBe(`${before[LESSON]}`.replace("# ", "# More "));
  expect({ ...after, [LESSON]: "" }).toEqual({ ...before, [LESSON]: "" });
});

test("a preview shows what students would read, with problems by line, and no script", async () => {
  const { call, read } = await atDesk({ at: unchanged });
  const { text } = await read(LESSON);
  const preview = async (file: string, written: string) =>
    decode(postTextPreview, (await call("/preview", "POST", { path: file, text: written })).json);
  const good = await preview(LESSON, `${text}\nA **new** line.\n`);
  expect(good.problems).toEqual([]);
  expect(good.pages.at(-1)?.html).toContain("A <strong>new</strong> line.");
  const bad = `${text}\n<script>alert(1)</script>\n\n[x](term:nothing)\n`;
  const shown = await preview(LESSON, bad);
  expect(shown.pages.map(({ html }) => html).join("")).not.toContain("<script");
  const lines = bad.split("\n");
  expect(shown.problems.map(({ line }) => lines[line - 1])).toEqual([
    "<script>alert(1)</script>",
    "[x](term:nothing)",
  ]);
  // The id of another lesson, as it is published and as it is in the draft.
  const taken = text.replace(/^id: \d+$/m, "id: 109");
  const message = "The lesson id 109 already belongs to PM/lessons/flare.md.";
  expect((await preview(LESSON, taken)).problems).toContainEqual(
    expect.objectContaining({ line: 2, message, severity: "error" }),
  );
  const question = "- category: {en: One}\n  en: {question: Q, answer: A *b*}\n";
  const faq = await preview("faq.yaml", question);
  expect(faq.pages).toEqual([{ title: "Q", html: "<p>A <em>b</em></p>", language: "en" }]);
  for (const [file, text, problem] of [
    ["PM/course.yaml", "product: [\n", ""],
    ["school.yaml", "languages: [en]\n", "organisation"],
    [HEBREW, "# אחת\n\nטקסט\n\n# שתיים\n\nעוד\n", "2 pages"],
  ] as const) {
    const { problems } = await preview(file, text);
    expect(problems[0]?.message).toContain(problem);
  }
});

test.each([
  ["a megabyte of brackets", "school.yaml", "["],
  ["a megabyte of pictures in pictures", LESSON, "!["],
  ["a megabyte of empty keys", "faq.yaml", ":\n"],
])("a preview of %s ends, and the server goes on meanwhile", async (_, file, sign) => {
  const { call } = await atDesk({ at: unchanged });
  const text = (file === LESSON ? "# x\n\n" : "").padEnd(1_000_000, sign);
  const preview = call("/preview", "POST", { path: file, text });
  expect((await call("")).status).toBe(200);
  const { problems, pages } = decode(postTextPreview, (await preview).json);
  expect(problems.length + pages.length).toBeGreaterThan(0);
});

test("a saved file that is too heavy to read is left out of previews, with a warning", async () => {
  const { school, send, call, read } = await atDesk();
  const file = await send(Buffer.from("- a\n".repeat(2_000_000)));
  await change(school, { path: "glossary.yaml", ...file });
  const { text } = await read(LESSON);
  for (const again of ["", " "]) {
    const { json } = await call("/preview", "POST", { path: LESSON, text: text + again });
    const { pages, problems } = decode(postTextPreview, json);
    expect(pages).not.toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      "glossary.yaml is too heavy for a preview and was left out.",
    ]);
  }
});

const historyOf = async ({ asked }: Awaited<ReturnType<typeof atDesk>>, file: string) =>
  decode(getTextHistory, (await asked("history", { path: file })).json).versions;

test("the history of a text has each of its changes, also those of a draft, with the difference", async () => {
  const desk = await atDesk();
  const { school, asked, read } = desk;
  const edit = (from: string, to: string) => {
    school.now += 1000;
    return edited(desk, from, to);
  };
  await edit("# ", "# Once ");
  await edit("# Once ", "# Twice ");
  await desk.publish();
  await edit("# Twice ", "# Thrice ");
  const versions = await historyOf(desk, LESSON);
  const from = versions.map(({ draft, actor }) => `${draft ? "draft" : "published"} ${actor}`);
  const [draft, published] = ["draft person", "published person"];
  expect(from).toEqual([draft, published, draft, "published command"]);
  const [now = "", , , first = ""] = versions.map(({ checksum }) => checksum);
  const query = { path: LESSON, from: first, to: now };
  const { lines } = decode(getTextDifference, (await asked("difference", query)).json);
  expect(lines.filter(({ kind }) => kind === "removed")).toHaveLength(1);
  expect(lines.find(({ kind }) => kind === "added")?.text).toContain("# Thrice ");
  expect((await read(LESSON, first)).text).not.toContain("Once");
  expect(await historyOf(desk, "faq.yaml")).toHaveLength(1);
  // Not the texts of other files.
  const other = await asked("text", { path: "faq.yaml", checksum: first });
  expect(other.json.code).toBe("content/unknown_version");
});

test("a text that is removed is gone from the draft, and its history brings it back", async () => {
  const desk = await atDesk();
  const { call, read, write } = desk;
  const { text, checksum } = await read(HEBREW);
  const query = new URLSearchParams({ path: HEBREW, replaces: checksum });
  expect((await call(`/text?${query}`, "DELETE")).status).toBe(204);
  expect(await read(HEBREW)).toEqual({ text: "", checksum: null });
  const versions = await historyOf(desk, HEBREW);
  expect(versions.map((version) => version.checksum)).toEqual(["", checksum]);
  const before = await read(HEBREW, versions[1]?.checksum);
  expect(before.text).toBe(text);
  expect((await write(HEBREW, before.text, null)).json.checksum).toBe(checksum);
});

test("those who have a text open see each other's names, for a minute, and nothing of it stays", async () => {
  const { school } = await atDesk();
  const [ann, ben] = [await school.add({ level: 20 }), await school.add({ level: 30 })];
  const open = async (person: typeof ann, file: string) => {
    const asking = { method: "PUT", token: await school.token(person), json: { path: file } };
    return decode(putReader, (await school.call("/staff/texts/readers", asking)).json).others;
  };
  expect(await open(ann, LESSON)).toEqual([]);
  expect(await open(ben, LESSON)).toEqual([ann.username]);
  expect(await open(ben, HEBREW)).toEqual([]);
  expect(await open(ann, LESSON)).toEqual([ben.username]);
  school.now += 61_000;
  expect(await open(ann, LESSON)).toEqual([]);
  school.now += 60_000;
  await open(ann, LESSON);
  expect(await school.rows("source_reader")).toHaveLength(1);
});

test("a translation is marked once its original says something else, until it is changed or found right", async () => {
  const desk = await atDesk();
  const { call, asked, read, write } = desk;
  const outdated = async () =>
    decode(getSourceTexts, (await call("")).json)
      .texts.filter((text) => text.outdated)
      .map((text) => text.path);
  const translation = async () =>
    decode(getTranslation, (await asked("translation", { path: HEBREW })).json);
  expect(await translation()).toMatchObject({ original: LESSON, outdated: false });
  expect((await asked("translation", { path: LESSON })).json.original).toBe("");

  // Titles in all languages stand above the original.
  await edited(desk, "he: נייר", "he: הנייר");
  expect(await outdated()).toEqual([]);
  const before = await read(HEBREW);
  await edited(desk, "Take a [dart]", "Use a [dart]");
  await edited(desk, "2 cm from", "3 cm from");
  expect(await outdated()).toEqual([HEBREW]);
  const { lines, ...found } = await translation();
  const added = lines.filter(({ kind }) => kind === "added").map(({ text }) => text);
  expect(added.join("\n")).toMatch(/Use a \[dart\][\s\S]*3 cm from/);
  const right = (json: object) => call("/translation/right", "POST", { path: HEBREW, ...json });
  expect((await right({ ...found, original_checksum: before.checksum })).status).toBe(409);
  expect((await right(found)).status).toBe(204);
  expect(await outdated()).toEqual([]);
  expect(await read(HEBREW)).toEqual(before);

  await edited(desk, "3 cm from", "4 cm from");
  await desk.publish();
  expect(await outdated()).toEqual([HEBREW]);
  await write(HEBREW, `${before.text}\nעוד\n`, before.checksum);
  expect(await outdated()).toEqual([]);
});

test("the preview shows the figures of drafts, which are in no folder", async () => {
  const { asked } = await atDesk({ at: unchanged });
  const name = "draft-figures/skirt-block/frame.svg";
  const shown = await asked("picture", { product: "PM", name });
  expect(shown.headers["content-type"]).toBe("image/svg+xml");
  expect(shown.text).toContain(">50 cm<");
  const other = { product: "PM", name: "draft-figures/skirt-block/none.svg" };
  expect((await asked("picture", other)).status).toBe(404);
});

test("files that are not edited here are not there, whatever their path", async () => {
  const { asked, write } = await atDesk({ at: unchanged });
  for (const file of [
    ...["PM/assets/figures/sheet.svg", "../school.yaml", "PM/lessons/../../school.yaml"],
    ...["PM/lessons/..%2fx.md", "PM/lessons/Paper.md", "/school.yaml", "constructor", ""],
    ...["PM\\lessons\\paper.md", `PM/lessons/${"a".repeat(500)}.md`],
  ]) {
    const reading = await asked("text", { path: file });
    expect([file, reading.status]).toEqual([file, 404]);
    expect([file, (await write(file, "x", null)).status]).toEqual([file, 404]);
  }
});
