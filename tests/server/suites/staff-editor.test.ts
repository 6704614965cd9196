import { hash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  getSourceTexts,
  getTextDifference,
  getTextHistory,
  postTextPreview,
} from "../../../src/contract/staff-editor.ts";
import { publishDraft } from "../../../src/server/content/source/source-work.ts";
import {
  authorsFolder,
  BY_COMMAND,
  change,
  contentsOf,
  importFolder,
  sourceSchool,
} from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { exportSourceFiles } from "../support/exported-source.ts";
import { openSchool, type TestSchool } from "../support/test-school.ts";

const LESSON = "PM/lessons/paper.md";
const HEBREW = "PM/lessons/paper.he.md";

/** A school with its author's folder, and a manager at the desk. */
const atDesk = async (change: (folder: string) => Promise<void> = async () => {}) => {
  const school = await openSchool();
  const folder = await authorsFolder();
  await change(folder);
  await importFolder(school, folder);
  const token = await school.token(await school.add({ level: 20 }));
  const call = (name: string, method = "GET", json?: unknown) =>
    school.call(`/staff/texts${name}`, { method, token, json });
  const asked = (name: string, query: Record<string, string>) =>
    call(`/${name}?${new URLSearchParams(query)}`);
  const read = async (file: string, version?: string) =>
    (await asked("text", { path: file, ...(version !== undefined && { version }) })).json;
  const write = (file: string, text: string, replaces: string | null) =>
    call("/text", "PUT", { path: file, text, replaces });
  return { school, folder, token, call, asked, read, write };
};

const edited = async (desk: Awaited<ReturnType<typeof atDesk>>, from: string, to: string) => {
  const { text, checksum } = await desk.read(LESSON);
  expect(text).toContain(from);
  const answer = await desk.write(LESSON, text.replace(from, to), checksum);
  expect(answer.status).toBe(200);
};

const publish = (school: TestSchool) => publishDraft(sourceSchool(school), { actor: BY_COMMAND });

test("staff list the texts of the folder, with titles of lessons, and read them", async () => {
  const { call, read, folder } = await atDesk();
  const listed = decode(getSourceTexts, (await call("")).json);
  expect(listed).toMatchObject({ source: true, draft: false, languages: ["en", "he"] });
  const lesson = listed.texts.find((text) => text.path === HEBREW);
  expect(lesson?.titles).toContainEqual({ language: "en", title: "Paper" });
  expect(listed.texts.map((text) => text.path)).toEqual(
    expect.arrayContaining(["school.yaml", "faq.yaml", "PM/course.yaml", LESSON]),
  );
  expect(listed.texts.some((text) => text.path.includes("/assets/"))).toBe(false);
  expect((await read(LESSON)).text).toBe(await readFile(path.join(folder, LESSON), "utf8"));
  expect(await read("PM/lessons/new-one.md")).toEqual({ text: "", checksum: null });
});

test("a changed text is in the draft alone until it is published, and audited", async () => {
  const desk = await atDesk();
  await edited(desk, "# ", "# Changed: ");
  const { school, call, read } = desk;
  expect((await read(LESSON)).text).toContain("# Changed: ");
  expect(decode(getSourceTexts, (await call("")).json).draft).toBe(true);
  const rows = await school.database.read
    .selectFrom("audit")
    .select(["action", "kind", "subject", "actor"])
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(rows).toEqual([{ action: "changed", kind: "lesson", subject: LESSON, actor: "person" }]);
  const admin = await school.token(await school.add({ level: 100 }));
  const title = async () => {
    await school.server.refresh();
    const { json } = await school.call("/products/PM/lessons/paper", { token: admin });
    return json.lesson.html.languages.en.pages[0].title;
  };
  expect(await title()).not.toContain("Changed");
  await publish(school);
  expect(await title()).toContain("Changed");
});

test("of two people who change a text, the second is refused, and nothing is lost", async () => {
  const { read, write } = await atDesk();
  const { text, checksum } = await read(LESSON);
  expect((await write(LESSON, `${text}\nFirst.`, checksum)).status).toBe(200);
  const second = await write(LESSON, `${text}\nSecond.`, checksum);
  expect([second.status, second.json.code]).toEqual([409, "content/conflict"]);
  expect((await read(LESSON)).text).toContain("First.");
  expect((await write("PM/lessons/paper.fr.md", "# x\n", checksum)).status).toBe(409);
});

test("a text that is changed keeps its byte order mark and its line ends, and the rest of the folder its bytes", async () => {
  const desk = await atDesk(async (folder) => {
    const file = path.join(folder, LESSON);
    const text = await readFile(file, "utf8");
    await writeFile(file, `\uFEFF${text.replaceAll("\n", "\r\n")}`);
  });
  const before = await contentsOf(desk.folder);
  await edited(desk, "# ", "# More ");
  const after = await exportSourceFiles(desk.school);
  const bytes = (contents: Record<string, string>) =>
    Buffer.from(contents[LESSON] ?? "", "base64").toString();
  expect(bytes(after)).toBe(bytes(before).replace("# ", "# More "));
  expect({ ...after, [LESSON]: "" }).toEqual({ ...before, [LESSON]: "" });
});

test("a preview shows what students would read, with problems by line, and no script", async () => {
  const { call, read } = await atDesk();
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
  const faq = await preview(
    "faq.yaml",
    "- category: {en: One}\n  en: {question: Q, answer: A *b*}\n",
  );
  expect(faq.pages).toEqual([{ title: "Q", html: "<p>A <em>b</em></p>", language: "en" }]);
  const menu = await preview("PM/course.yaml", "product: [\n");
  expect(menu.problems).not.toEqual([]);
  const school = await preview("school.yaml", "languages: [en]\n");
  expect(school.problems.map(({ message }) => message).join(" ")).toContain("organisation");
  const hebrew = await preview(HEBREW, "# אחת\n\nטקסט\n\n# שתיים\n\nעוד\n");
  expect(hebrew.pages.map(({ title, language }) => [title, language])).toEqual([
    ["אחת", "he"],
    ["שתיים", "he"],
  ]);
  expect(hebrew.problems.map(({ message }) => message).join(" ")).toContain("2 pages");
});

test.each([
  ["a megabyte of brackets", "school.yaml", "["],
  ["a megabyte of pictures in pictures", LESSON, "!["],
  ["a megabyte of empty keys", "faq.yaml", ":\n"],
])(
  "a preview of %s ends with a problem or its pages, and the server goes on",
  async (_, file, sign) => {
    const { call } = await atDesk();
    const text = (file === LESSON ? "# x\n\n" : "").padEnd(1_000_000, sign);
    const preview = call("/preview", "POST", { path: file, text });
    expect((await call("")).status).toBe(200);
    const { problems, pages } = decode(postTextPreview, (await preview).json);
    expect(problems.length + pages.length).toBeGreaterThan(0);
  },
);

test("a saved file that is too heavy to read is left out of previews, with a warning", async () => {
  const { school, token, call, read } = await atDesk();
  const bytes = Buffer.from(":\n".repeat(3_000_000));
  const checksum = hash("sha256", bytes);
  const size = bytes.length;
  const address = `/staff/content/uploads/${checksum}?at=0&size=${size}&use=file`;
  await school.call(address, { method: "PUT", token, body: bytes });
  await change(school, { path: "glossary.yaml", checksum, size });
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

test("the history of a text has each version in which it changed, with the difference", async () => {
  const desk = await atDesk();
  const { school, asked, read } = desk;
  await edited(desk, "# ", "# Once ");
  await publish(school);
  await edited(desk, "# Once ", "# Twice ");
  const { versions } = decode(getTextHistory, (await asked("history", { path: LESSON })).json);
  expect(versions.map(({ draft, actor, exists }) => [draft, actor, exists])).toEqual([
    [true, "person", true],
    [false, "command", true],
    [false, "command", true],
  ]);
  const [now, , first] = versions.map(({ id }) => String(id));
  const query = { path: LESSON, from: first ?? "", to: now ?? "" };
  const { lines } = decode(getTextDifference, (await asked("difference", query)).json);
  expect(lines.filter(({ kind }) => kind === "removed")).toHaveLength(1);
  expect(lines.find(({ kind }) => kind === "added")?.text).toContain("# Twice ");
  expect((await read(LESSON, first)).text).not.toContain("Once");
  expect(
    decode(getTextHistory, (await asked("history", { path: "faq.yaml" })).json).versions,
  ).toHaveLength(1);
});

test("a text that is removed is gone from the draft, and its history brings it back", async () => {
  const { call, read, asked, write } = await atDesk();
  const { text, checksum } = await read(HEBREW);
  const gone = await call(
    `/text?${new URLSearchParams({ path: HEBREW, replaces: checksum })}`,
    "DELETE",
  );
  expect(gone.status).toBe(204);
  expect(await read(HEBREW)).toEqual({ text: "", checksum: null });
  const { versions } = decode(getTextHistory, (await asked("history", { path: HEBREW })).json);
  expect(versions.map(({ exists }) => exists)).toEqual([false, true]);
  const before = await read(HEBREW, String(versions[1]?.id));
  expect(before.text).toBe(text);
  expect((await write(HEBREW, before.text, null)).json.checksum).toBe(checksum);
});

test("the preview shows the figures of drafts, which are in no folder", async () => {
  const { asked } = await atDesk();
  const name = "draft-figures/skirt-block/frame.svg";
  const shown = await asked("picture", { product: "PM", name });
  expect(shown.headers["content-type"]).toBe("image/svg+xml");
  expect(shown.text).toContain(">50 cm<");
  const other = { product: "PM", name: "draft-figures/skirt-block/none.svg" };
  expect((await asked("picture", other)).status).toBe(404);
});

test("files that are not edited here are not there, whatever their path", async () => {
  const { asked, write } = await atDesk();
  for (const file of [
    "PM/assets/figures/sheet.svg",
    "../school.yaml",
    "PM/lessons/../../school.yaml",
    "PM/lessons/..%2fx.md",
    "PM/lessons/Paper.md",
    "/school.yaml",
    "PM\\lessons\\paper.md",
    `PM/lessons/${"a".repeat(500)}.md`,
    "constructor",
    "",
  ]) {
    const reading = await asked("text", { path: file });
    expect([file, reading.status]).toEqual([file, 404]);
    expect([file, (await write(file, "x", null)).status]).toEqual([file, 404]);
  }
});

test("a school whose content has no folder says so, and takes no text", async () => {
  const school = await openSchool();
  const token = await school.token(await school.add({ level: 20 }));
  const { json } = await school.call("/staff/texts", { token });
  expect(json).toMatchObject({ source: false, texts: [] });
  const body = { path: "faq.yaml", text: "- x", replaces: null };
  const answer = await school.call("/staff/texts/text", { method: "PUT", token, json: body });
  expect([answer.status, answer.json.code]).toEqual([409, "content/no_source"]);
});
