import { deflateRawSync } from "node:zlib";
import { BlobWriter, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import { ALL_INDEX_FILES } from "../../../src/contract/local-content.ts";
import { readIndexes } from "../../../src/offline/content-import/read-indexes.ts";
import { openZip } from "../../../src/offline/content-import/zip-source.ts";
import { bytesOf, contentFolder } from "../support/content-folder.ts";
import { entriesOf, handMadeZip, type MadeEntry } from "../support/hand-made-zip.ts";
import { NEW_FILES, openImport } from "../support/import-machine.ts";

/** A zip as people make them. */
const zipOf = async (
  folder: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  { root = "", password }: { root?: string; password?: string } = {},
): Promise<Blob> => {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false, password });
  for (const [name, bytes] of folder) await zip.add(root + name, new Uint8ArrayReader(bytes));
  return zip.close();
};

const theirs = () => contentFolder(NEW_FILES);

/** The same content with an additional or changed entry. */
const handMade = (...more: MadeEntry[]): Blob => {
  const files = theirs();
  for (const { name } of more) files.delete(name);
  return handMadeZip([...entriesOf(files), ...more]);
};

test.each(["", "school-content/"])('a zip is imported with its content in "%s"', async (root) => {
  const { takeZip, read } = await openImport();
  expect(await takeZip(await zipOf(theirs(), { root }))).toBe("imported");
  expect(await read("sleeve.svg")).toBe("<svg>sleeve</svg>");
  expect((await read("film.mp4"))?.length).toBeGreaterThan(0);
});

test("a zip with content in two folders is not imported, as nobody knows which is meant", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const both = ["old/", "new/"].flatMap((root) =>
    [...theirs()].map(([name, bytes]): [string, Uint8Array<ArrayBuffer>] => [root + name, bytes]),
  );
  expect(await takeZip(await zipOf(new Map(both)))).toEqual({
    kind: "no-index",
    file: "content.json",
  });
  expect(isAsBefore()).toBe(true);
});

test("other files in a zip are ignored", async () => {
  const { takeZip } = await openImport();
  const zip = await zipOf(new Map([...theirs(), ["read me?.txt", bytesOf("x")]]));
  expect(await takeZip(zip)).toBe("imported");
});

test.each<[string, MadeEntry[]]>([
  ["a folder's icon", [{ name: "Icon\r", bytes: bytesOf("x") }]],
  ["a second index", [{ name: "__MACOSX/content.json", bytes: bytesOf("x") }]],
  ["a file twice", [1, 2].map(() => ({ name: "files/Thumbs.db", bytes: bytesOf("x") }))],
  ["a link", [{ name: "files/.lock", bytes: bytesOf("/nowhere"), unixMode: 0o120777 }]],
])("what systems leave behind in a zip is passed over: %s", async (_, left) => {
  const { takeZip } = await openImport();
  const school = entriesOf(theirs()).map((entry) => ({ ...entry, name: `school/${entry.name}` }));
  expect(await takeZip(handMadeZip([...school, ...left]))).toBe("imported");
});

test("the handmade zip for the following tests is valid", async () => {
  const { takeZip } = await openImport();
  expect(await takeZip(handMade())).toBe("imported");
});

const evil = bytesOf("evil");
const bomb = new Uint8Array(2_000_000);

test.each<[string, MadeEntry]>([
  ["leave the folder", { name: "../evil.txt", bytes: evil }],
  ["leave the folder from a subfolder", { name: "files/../../evil.txt", bytes: evil }],
  ["leave the folder in Windows notation", { name: "files\\..\\..\\evil.txt", bytes: evil }],
  ["are absolute", { name: "/etc/evil.txt", bytes: evil }],
  ["are absolute in Windows notation", { name: "C:\\evil.txt", bytes: evil }],
  ["are of a share", { name: "\\\\server\\evil.txt", bytes: evil }],
  ["are links", { name: "files/link", bytes: bytesOf("/etc/passwd"), unixMode: 0o120777 }],
])("a zip with names that %s is refused", async (_, entry) => {
  const { takeZip, isAsBefore } = await openImport();
  expect(await takeZip(handMade(entry))).toEqual({ kind: "unsafe" });
  expect(isAsBefore()).toBe(true);
});

test("a zip with a duplicate name is refused", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const twice = { name: "files/notes.txt", bytes: evil };
  expect(await takeZip(handMade(twice, twice))).toEqual({ kind: "unsafe" });
  expect(isAsBefore()).toBe(true);
});

test("an encrypted zip is reported as such", async () => {
  const { takeZip, isAsBefore } = await openImport();
  expect(await takeZip(await zipOf(theirs(), { password: "secret" }))).toEqual({
    kind: "encrypted",
  });
  const flagged = { name: "notes.txt", bytes: evil, flags: 1 };
  expect(await takeZip(handMade(flagged))).toEqual({ kind: "encrypted" });
  expect(isAsBefore()).toBe(true);
});

test("an index that inflates beyond its stated size is stopped", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const packed = { method: 8, bytes: deflateRawSync(bomb) };
  const entry = { name: "content.json", bytes: bomb, packed, claimedSize: 100 };
  expect(await takeZip(handMade(entry))).toEqual({ kind: "too-big" });
  expect(isAsBefore()).toBe(true);
});

test("an index that states too large a size is not read", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const entry = { name: "content.json", bytes: evil, claimedSize: 0x7fffffff };
  expect(await takeZip(handMade(entry))).toEqual({ kind: "too-big" });
  expect(isAsBefore()).toBe(true);
});

/** An index file followed by this many spaces, which compress to almost nothing. */
const withBlanks = (name: string, blanks: number): MadeEntry => {
  const text = theirs().get(name) ?? bytesOf("{}");
  const bytes = new Uint8Array(text.length + blanks).fill(0x20);
  bytes.set(text);
  return { name, bytes, packed: { method: 8, bytes: deflateRawSync(bytes) } };
};

test.each(["content.json", "glossary.json", "captions.json"])(
  "long runs of spaces in %s are not read",
  async (name) => {
    const { takeZip, isAsBefore } = await openImport();
    expect(await takeZip(handMade(withBlanks(name, 2_000_000)))).toEqual({ kind: "too-big" });
    expect(isAsBefore()).toBe(true);
    expect(await takeZip(handMade(withBlanks(name, 800_000)))).toBe("imported");
  },
);

test("index files are read up to a limit for each, and for all of them together", async () => {
  const zip = await openZip(handMade());
  if (!zip.ok) throw new Error("The zip is sound");
  const { machine } = await openImport();
  const size = async (name: string) => (await zip.value.size(name)) ?? 0;
  const sizes = await Promise.all(ALL_INDEX_FILES.map(size));
  const [content, all] = [await size("content.json"), sizes.reduce((sum, one) => sum + one, 0)];
  const limits = { content, other: content, all };
  const read = (change: Partial<typeof limits>) =>
    readIndexes(zip.value, machine, { ...limits, ...change });
  expect((await read({})).ok).toBe(true);
  const tooBig = { ok: false, failure: { kind: "too-big" } };
  expect(await read({ content: content - 1 })).toEqual(tooBig);
  expect(await read({ other: (await size("filetree.json")) - 1 })).toEqual(tooBig);
  expect(await read({ all: all - 1 })).toEqual(tooBig);
});

test("a file that inflates beyond its stated size is stopped", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const files = contentFolder({ "assets/PM/a.svg": { en: "1234" } });
  const [name = ""] = [...files.keys()].filter((path) => path.startsWith("files/"));
  files.delete(name);
  const packed = { method: 8, bytes: deflateRawSync(bomb) };
  const entry = { name, bytes: bomb, packed, claimedSize: 4 };
  expect(await takeZip(handMadeZip([...entriesOf(files), entry]))).toEqual({ kind: "too-big" });
  expect(isAsBefore()).toBe(true);
});

test("overlapping entries are refused", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const bytes = new Uint8Array(await handMade().arrayBuffer());
  const view = new DataView(bytes.buffer);
  const places: number[] = [];
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) places.push(at);
  }
  const [first = 0, , , , , sixth = 0] = places;
  view.setUint32(sixth + 42, view.getUint32(first + 42, true), true);
  const outcome = await takeZip(new Blob([bytes]));
  expect(["too-big", "damaged-zip"]).toContain((outcome as { kind: string }).kind);
  expect(isAsBefore()).toBe(true);
});

test.each(["content.json", "filetree.json"] as const)("a zip needs %s", async (file) => {
  const { takeZip, isAsBefore } = await openImport();
  const files = theirs();
  files.delete(file);
  expect(await takeZip(await zipOf(files))).toEqual({ kind: "no-index", file });
  expect(isAsBefore()).toBe(true);
});

test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
  ["not a zip", () => bytesOf("<html>Sign in here</html>")],
  ["empty", () => new Uint8Array()],
  ["cut off", (bytes) => bytes.slice(0, bytes.length / 2)],
  ["without its beginning", (bytes) => bytes.slice(3000)],
  ["zero-filled from the middle", (bytes) => bytes.fill(0, bytes.length / 2)],
  ["of a damaged directory", (bytes) => bytes.fill(0xff, -300, -100)],
])("a file that is %s is refused", async (_, damage) => {
  const { takeZip, isAsBefore } = await openImport();
  const bytes = new Uint8Array(await (await zipOf(theirs())).arrayBuffer());
  expect(await takeZip(new Blob([damage(bytes)]))).toEqual({ kind: "damaged-zip" });
  expect(isAsBefore()).toBe(true);
});

test("a changed byte is detected, wherever it is", async () => {
  const whole = new Uint8Array(await (await zipOf(contentFolder())).arrayBuffer());
  const opened = await openImport(new Map());
  for (let at = 7; at < whole.length; at += 101) {
    const bytes = whole.slice();
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    const outcome = await opened.takeZip(new Blob([bytes]));
    // Names, dates and attributes do not matter; imported files are intact.
    if (outcome === "imported") expect(await opened.read("dart.svg")).toBe("<svg>dart</svg>");
  }
});

test("a zip on a stick that was removed is reported", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const zip = await zipOf(theirs());
  let reads = 0;
  const slice = zip.slice.bind(zip);
  zip.slice = (...range) => {
    reads += 1;
    if (reads < 30) return slice(...range);
    const gone = new Blob();
    gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    return gone;
  };
  expect(await takeZip(zip)).toEqual({ kind: "unreadable" });
  expect(isAsBefore()).toBe(true);
});
