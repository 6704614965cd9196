import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { ALL_INDEX_FILES, fileTree, indexEnvelope } from "../../src/contract/local-content.ts";
import { contentsOf } from "./support/content-source.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { sharedFolder } from "./support/temporary-folder.ts";
import { FIXTURE, fixtureSchool } from "./support/test-school.ts";
import { unzipped } from "./support/unzipped.ts";

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

/** The lessons as their author wrote them: an import adds the sizes of pictures and videos. */
const withoutSizes = (products: unknown): unknown => {
  const sizes = / (?:width|height|data-widths|data-size)=\\"[^"]*\\"/g;
  return JSON.parse(JSON.stringify(products).replaceAll(sizes, ""));
};

const inFolder = async (folder: string) => new Map(Object.entries(await contentsOf(folder)));

const folder = sharedFolder();
let variables: Record<string, string>;
beforeAll(async () => {
  variables = { DATA_DIR: path.join(folder, "data") };
  expect((await runInProcess(["content", "import", FIXTURE], variables)).code).toBe(0);
});

const at = (name: string) => path.join(folder, name);
const run = (...words: string[]) => runInProcess(["content", "export", ...words], variables);
const dataOf = (files: Map<string, Buffer>, name: string) => {
  const text = files.get(name)?.toString() ?? "";
  const { checksum, data } = v.parse(indexEnvelope, JSON.parse(text));
  expect(checksum).toBe(sha256(JSON.stringify(data)));
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields they expect and fail if one is missing.
  return data as any;
};

test("an export of the content is the folder that a desktop app keeps, with each file once and intact", async () => {
  const { code, out, err } = await run(at("whole"));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("PMB, PMS, SWB");
  const files = await inFolder(at("whole"));
  const school = await fixtureSchool();
  const content = dataOf(files, "content.json");
  expect(withoutSizes(content.content.products)).toEqual(
    Object.fromEntries(school.products.map((product) => [product.props.key, product])),
  );
  for (const [name, data] of [
    ["faqs.json", { faqs: school.faqs }],
    ["glossary.json", { glossary: school.glossary }],
    ["instructions.json", { courseInstructions: school.instructions }],
    ["organisation.json", school.organisation],
  ] as const) {
    expect(dataOf(files, name)).toEqual(data);
  }
  const [flare] = dataOf(files, "captions.json");
  expect(flare).toMatchObject({ product: "PM", asset: "flare.webm", language: "en" });
  expect(flare.texts).toHaveLength(2);
  const tree = v.parse(fileTree, dataOf(files, "filetree.json"));
  expect(Object.keys(tree)).toContain("assets/PM/flare.webm");
  const named = new Set<string>();
  for (const languages of Object.values(tree)) {
    expect(Object.keys(languages)).toEqual(["en", "he"]);
    for (const { filename, checksum, size, present, synced } of Object.values(languages)) {
      const bytes = files.get(`files/${filename}`) ?? Buffer.alloc(0);
      expect([sha256(bytes), bytes.length, present, synced]).toEqual([checksum, size, true, true]);
      named.add(`files/${filename}`);
    }
  }
  expect(new Set(files.keys())).toEqual(new Set([...ALL_INDEX_FILES, ...named]));
  const checksums = [...files].filter(([name]) => named.has(name)).map(([, b]) => sha256(b));
  expect(new Set(checksums).size).toBe(checksums.length);
});

test("an export of the content is the same as a zip, with identical bytes each time", async () => {
  expect((await run(at("one.zip"))).code).toBe(0);
  expect((await run(at("two"), "--zip")).code).toBe(0);
  await run(at("beside"));
  expect(await unzipped(await readFile(at("one.zip")))).toEqual(await inFolder(at("beside")));
  expect(await readFile(at("two"))).toEqual(await readFile(at("one.zip")));
});

test("an export of the content contains only the courses that are named", async () => {
  expect((await run(at("some"), "--course", "PMS", "--course", "SWB")).code).toBe(0);
  const files = await inFolder(at("some"));
  const { products } = dataOf(files, "content.json").content;
  expect(Object.keys(products.PM.courses)).toEqual(["PMS"]);
  expect(Object.keys(products.PM.lessons)).toEqual(["flare"]);
  expect(Object.keys(products.SW.courses)).toEqual(["SWB"]);
  expect(Object.keys(dataOf(files, "filetree.json"))).toEqual([
    "assets/PM/flare.webm",
    "glossary/dart.svg",
    "icons/PM/skirts.svg",
  ]);
  const none = await run(at("none"), "--course", "XX");
  expect([none.code, none.err]).toEqual([1, 'There is no course "XX". Courses: PMB, PMS, SWB.\n']);
  const empty = await runInProcess(["content", "export", at("none")], { DATA_DIR: at("no-data") });
  expect(empty.err).toBe("There is no course to export: import the content first.\n");
});

test("an export of the content overwrites nothing, and accepts an empty folder", async () => {
  await mkdir(at("empty"));
  expect((await run(at("empty"))).code).toBe(0);
  const before = await inFolder(at("empty"));
  const again = await run(at("empty"), "--course", "SWB");
  expect(again.err).toContain("is not empty. Choose another folder, or empty this one.");
  expect(await inFolder(at("empty"))).toEqual(before);
  await writeFile(at("mine.zip"), "mine");
  for (const words of [[at("mine.zip")], [path.join(at("mine.zip"), "inside")]]) {
    expect((await run(...words)).code).toBe(1);
  }
  expect(await readFile(at("mine.zip"), "utf8")).toBe("mine");
  const file = await run(at("mine.zip"), "--course", "SWB");
  expect(file.err).toContain("already exists. Choose another file, or delete it.");
});

test("an export of the content leaves nothing behind when a file of the school is damaged, and names the file", async () => {
  const dataDir = at("damaged");
  await cp(variables.DATA_DIR ?? "", dataDir, { recursive: true });
  // The author's folder has files, too, that the export has not.
  const film = await readFile(path.join(FIXTURE, "PM/assets/flare.webm"));
  const stored = path.join(dataDir, "files", sha256(film));
  await mkdir(at("out"));
  for (const spoil of [
    () => writeFile(stored, Buffer.from(film).fill(1, 0, 1)),
    () => writeFile(stored, film.subarray(1)),
    () => rm(stored),
  ]) {
    await spoil();
    for (const name of ["folder", "file.zip"]) {
      const words = ["content", "export", path.join(at("out"), name)];
      const { code, err } = await runInProcess(words, { DATA_DIR: dataDir });
      const said = `${stored} is damaged: import the content again, then export it.\n`;
      expect([code, err]).toEqual([1, said]);
      expect(await readdir(at("out"))).toEqual([]);
    }
  }
});
