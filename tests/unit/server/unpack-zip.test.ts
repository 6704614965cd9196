import { BlobReader } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import { listZip, readZipped } from "../../../src/server/content/source/unpack-zip.ts";
import { bytesOf } from "../support/content-folder.ts";
import { handMadeZip, type MadeEntry } from "../support/hand-made-zip.ts";

const SCHOOL: MadeEntry = { name: "school.yaml", bytes: bytesOf("products: [PM]") };
const PICTURE = bytesOf("<svg/>");

const list = async (...entries: MadeEntry[]) => {
  const zip = handMadeZip(entries);
  return listZip(new BlobReader(zip), zip.size);
};

const pathsOf = async (...entries: MadeEntry[]) =>
  (await list(...entries)).map(({ path }) => path).sort();

const raw = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

const lesson = (name: string): MadeEntry => ({
  name: "PM/lessons/a.md",
  bytes: bytesOf(`![A seam](${name} "Figure 1")`),
});

test.each<[string, string, string, boolean]>([
  ["Greek", "\xa8\x98\xad\xe3.svg", "ραφή.svg", true],
  ["Hebrew", "\x9a\x94\x98.svg", "תפר.svg", true],
  ["German", "n\x84hte.svg", "nähte.svg", false],
  ["French", "\xb7 plat.svg", "À plat.svg", true],
  ["UTF-8 without a mark", "n\xc3\xa4hte.svg", "nähte.svg", false],
])("a zip of Windows has its names in a code page: %s", async (_, bytes, name, isNamed) => {
  const file = { name, rawName: raw(`PM/assets/${bytes}`), bytes: PICTURE };
  const refers = lesson(isNamed ? name : "other.svg");
  expect(await pathsOf(SCHOOL, refers, file)).toContain(`PM/assets/${name}`);
});

test("a zip of Windows joins its paths by backslashes", async () => {
  const names = ["PM\\", "PM\\lessons\\a.md", "PM\\.git\\x"];
  const entries = names.map((name) => ({ name, bytes: bytesOf("") }));
  expect(await pathsOf(SCHOOL, ...entries)).toEqual(["PM/lessons/a.md", "school.yaml"]);
});

test.each([["a/"], ["a/b/"], ["a\\b c\\d\\"]])("a school is found in folder %j", async (root) => {
  const entries = [SCHOOL, lesson("x"), { name: "PM/assets/school.yaml", bytes: PICTURE }];
  const inRoot = entries.map((entry) => ({ ...entry, name: root + entry.name }));
  const beside = { name: "a/b c/other/deep/er/school.yaml", bytes: PICTURE };
  expect(await pathsOf(...inRoot, beside)).toEqual(
    expect.arrayContaining(["PM/assets/school.yaml", "PM/lessons/a.md", "school.yaml"]),
  );
});

test.each<[string, MadeEntry[], string]>([
  [
    "two schools side by side",
    ["a/", "b/"].map((root) => ({ ...SCHOOL, name: `${root}school.yaml` })),
    "content/no_school a/school.yaml b/school.yaml",
  ],
  ["no school", [lesson("x")], "content/no_school"],
  ["a backslash out of the folder", [{ ...SCHOOL, name: "..\\x" }], "content/unsafe_zip"],
  ["a password", [SCHOOL, { ...lesson("x"), flags: 1 }], "content/encrypted_zip"],
])("a zip of a school is refused with %s, and names the files", async (_, entries, message) => {
  await expect(list(...entries)).rejects.toThrow(new RegExp(`^${message}$`));
});

test.each<[string, Partial<MadeEntry>, string]>([
  ["bzip2", { packed: { method: 12, bytes: PICTURE } }, "unknown_compression"],
  ["LZMA", { packed: { method: 14, bytes: PICTURE } }, "unknown_compression"],
  ["a wrong checksum", { packed: { method: 0, bytes: bytesOf("<svg!>") } }, "damaged_zip"],
])("a file of a zip is refused with %s, and named", async (_, how, code) => {
  const files = await list(SCHOOL, { name: "a.svg", bytes: PICTURE, ...how });
  const file = files.find(({ path }) => path === "a.svg");
  if (!file) throw new Error("The file is listed");
  await expect(readZipped(file, async () => {})).rejects.toThrow(`content/${code} a.svg`);
});
