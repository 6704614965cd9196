import { deflateRawSync } from "node:zlib";
import { BlobWriter, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import { ALL_INDEX_FILES } from "../../../src/contract/local-content.ts";
import { readIndexes } from "../../../src/offline/content-import/read-indexes.ts";
import { openZip } from "../../../src/offline/content-import/zip-source.ts";
import { failed } from "../../support/results.ts";
import { bytesOf, contentFolder } from "../support/content-folder.ts";
import { entriesOf, handMadeZip, type MadeEntry } from "../support/hand-made-zip.ts";
import { newContent, openImport } from "../support/import-machine.ts";

/** A zip as people make them. */
const zipOf = async (
  folder: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  root = "",
): Promise<Blob> => {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, bytes] of folder) await zip.add(root + name, new Uint8ArrayReader(bytes));
  return zip.close();
};

/** The same content with an additional or changed entry. */
const handMade = (...more: MadeEntry[]): Blob => {
  const files = newContent();
  for (const { name } of more) files.delete(name);
  return handMadeZip([...entriesOf(files), ...more]);
};

test.each(["", "school-content/", "Backup/My school/", "Backup\\content\\"])(
  'a zip is imported with its content in "%s"',
  async (root) => {
    const { takeZip, read } = await openImport();
    expect(await takeZip(await zipOf(newContent(), root))).toBe("imported");
    expect(await read("sleeve.svg")).toBe("<svg>sleeve</svg>");
    expect((await read("film.mp4"))?.length).toBeGreaterThan(0);
  },
);

test("a zip with content in two folders is not imported, as nobody knows which is meant", async () => {
  const { refuses } = await openImport();
  const both = ["old/", "new/"].flatMap((root) =>
    entriesOf(newContent()).map(({ name, bytes }) => ({ name: root + name, bytes })),
  );
  await refuses(handMadeZip(both), { kind: "no-index", file: "content.json" });
});

test.each<[string, MadeEntry[]]>([
  ["nothing", []],
  ["another file", [{ name: "read me?.txt", bytes: bytesOf("x") }]],
  ["a folder's icon", [{ name: "Icon\r", bytes: bytesOf("x") }]],
  ["a second index", [{ name: "__MACOSX/content.json", bytes: bytesOf("x") }]],
  ["a file twice", [1, 2].map(() => ({ name: "files/Thumbs.db", bytes: bytesOf("x") }))],
  ["a link", [{ name: "files/.lock", bytes: bytesOf("/nowhere"), unixMode: 0o120777 }]],
])("what systems leave behind in a zip is passed over: %s", async (_, left) => {
  const { takeZip } = await openImport();
  const school = entriesOf(newContent()).map(({ name, bytes }) => {
    return { name: `school/${name}`, bytes };
  });
  expect(await takeZip(handMadeZip([...school, ...left]))).toBe("imported");
});

const evil = bytesOf("evil");
const bomb = new Uint8Array(2_000_000);
const packedBomb = { method: 8, bytes: deflateRawSync(bomb) };
const xz = { method: 12, bytes: evil };
const stored = { method: 0, bytes: bytesOf("[]") };
const index = (change: Partial<MadeEntry>): MadeEntry => ({
  ...{ name: "content.json", bytes: change.packed === packedBomb ? bomb : evil },
  ...change,
});

test.each<[string, string, ...MadeEntry[]]>([
  ["names outside the folder", "unsafe", { name: "../evil.txt", bytes: evil }],
  ["names outside a subfolder", "unsafe", { name: "files/../../evil.txt", bytes: evil }],
  ["Windows names outside", "unsafe", { name: "files\\..\\..\\evil.txt", bytes: evil }],
  ["absolute names", "unsafe", { name: "/etc/evil.txt", bytes: evil }],
  ["absolute Windows names", "unsafe", { name: "C:\\evil.txt", bytes: evil }],
  ["names of a share", "unsafe", { name: "\\\\server\\evil.txt", bytes: evil }],
  ["links", "unsafe", { name: "files/link", bytes: bytesOf("/etc/passwd"), unixMode: 0o120777 }],
  ["a name twice", "unsafe", ...[1, 2].map(() => ({ name: "files/notes.txt", bytes: evil }))],
  ["an encrypted file", "encrypted", { name: "notes.txt", bytes: evil, flags: 1 }],
  ["an index in another compression", "unknown-compression", index({ packed: xz })],
  ["an index with a wrong checksum", "damaged-zip", index({ packed: stored })],
  ["an index that inflates too far", "too-big", index({ packed: packedBomb, claimedSize: 100 })],
  ["too large an index", "too-big", index({ claimedSize: 0x7fffffff })],
])("a zip with %s is refused as %s", async (_, kind, ...entries) => {
  const { refuses } = await openImport();
  await refuses(handMade(...entries), { kind });
});

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
  const tooBig = failed("too-big");
  expect(await read({ content: content - 1 })).toEqual(tooBig);
  expect(await read({ other: (await size("filetree.json")) - 1 })).toEqual(tooBig);
  expect(await read({ all: all - 1 })).toEqual(tooBig);
});

test.each<[string, object, Partial<MadeEntry>]>([
  ["inflates beyond its stated size", { kind: "too-big" }, { bytes: bomb, packed: packedBomb }],
  ["is longer than the zip states", { kind: "damaged-files", count: 1 }, { claimedSize: 1 }],
  ["is shorter than the zip states", { kind: "damaged-files", count: 1 }, { claimedSize: 7 }],
])("a file in a zip that %s is refused", async (_, outcome, change) => {
  const { refuses } = await openImport();
  const files = contentFolder({ "assets/PM/a.svg": { en: "1234" } });
  const [name = ""] = [...files.keys()].filter((path) => path.startsWith("files/"));
  files.delete(name);
  const entry = { name, bytes: bytesOf("1234"), claimedSize: 4, ...change };
  await refuses(handMadeZip([...entriesOf(files), entry]), outcome);
});

/** The bytes of a zip, and where a mark is in it. */
const openBytes = async (mark: number) => {
  const bytes = new Uint8Array(await handMade().arrayBuffer());
  const view = new DataView(bytes.buffer);
  const places: number[] = [];
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (view.getUint32(at, true) === mark) places.push(at);
  }
  return { bytes, view, places };
};

test("files whose headers are not where the zip says are refused", async () => {
  const { refuses } = await openImport();
  const { bytes, places } = await openBytes(0x04034b50);
  for (const place of places) bytes[place] = 0;
  await refuses(new Blob([bytes]), { kind: "damaged-zip" });
});

test("overlapping entries are refused", async () => {
  const { takeZip, isAsBefore } = await openImport();
  const { bytes, view, places } = await openBytes(0x02014b50);
  const [first = 0, , , , , sixth = 0] = places;
  view.setUint32(sixth + 42, view.getUint32(first + 42, true), true);
  const outcome = await takeZip(new Blob([bytes]));
  expect(["too-big", "damaged-zip"]).toContain((outcome as { kind: string }).kind);
  expect(isAsBefore()).toBe(true);
});

/** Packed once: that takes long. */
const sound = zipOf(newContent());

test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
  ["not a zip", () => bytesOf("<html>Sign in here</html>")],
  ["empty", () => new Uint8Array()],
  ["cut off", (bytes) => bytes.slice(0, bytes.length / 2)],
  ["without its beginning", (bytes) => bytes.slice(3000)],
  ["zero-filled from the middle", (bytes) => bytes.fill(0, bytes.length / 2)],
  ["of a damaged directory", (bytes) => bytes.fill(0xff, -300, -100)],
])("a file that is %s is refused", async (_, damage) => {
  const { refuses } = await openImport();
  const bytes = new Uint8Array(await (await sound).arrayBuffer());
  await refuses(new Blob([damage(bytes)]), { kind: "damaged-zip" });
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
  const { refuses } = await openImport();
  const zip = await zipOf(newContent());
  const slice = zip.slice.bind(zip);
  let reads = 0;
  zip.slice = (...range) => {
    reads += 1;
    const gone = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    return reads < 30 ? slice(...range) : Object.assign(new Blob(), { arrayBuffer: gone });
  };
  await refuses(zip, { kind: "unreadable" });
});
