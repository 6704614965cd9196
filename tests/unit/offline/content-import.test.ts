import { expect, test } from "vitest";
import { Result } from "../../../src/lib/result.ts";
import { createContentImport } from "../../../src/offline/content-import/content-import.ts";
import { folderSource } from "../../../src/offline/content-import/import-source.ts";
import { createMemoryFolder } from "../../../src/platform/memory/memory-desktop.ts";
import { failed } from "../../support/results.ts";
import { contentFolder, indexFile, openContent } from "../support/content-folder.ts";
import { newContent, openImport, stick } from "../support/import-machine.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The data of an index file. */
const dataOf = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes)).data;

test("a folder is imported, and replaces the previous content", async () => {
  const { take, read, contentImport, machine } = await openImport();
  const first = take(await stick());
  // A second import at the same time is ignored.
  machine.chosenFolder = await stick(new Map());
  await contentImport.importFolder("Choose");
  expect(await first).toBe("imported");
  expect(await read("sleeve.svg")).toBe("<svg>sleeve</svg>");
  expect(await read("dart.svg", "el")).toBe("<svg>νέα</svg>");
  expect((await read("film.mp4"))?.length).toBeGreaterThan(0);
  expect(contentImport.state).toMatchObject({ phase: "idle", done: contentImport.state.total });
  expect(contentImport.state.present).toMatchObject({
    lessons: 6,
    bytes: contentImport.state.total,
    imported: machine.now(),
  });
  expect(contentImport.state.present?.courses.map(({ title }) => title)).toContain("Basics");
});

test("equal files are stored once under local names, a stored one keeps its name, and unused ones are deleted", async () => {
  const { take, machine, content } = await openImport();
  const folder = await stick();
  await folder.write("files/notes.txt", new Uint8Array(3));
  await folder.write("holiday.jpg", new Uint8Array(3));
  const nameOf = (title: string) => content.findFile("asset", "PM", title, "en")?.filename;
  const dart = nameOf("dart.svg");
  const theirs = await folder.list("files");
  await take(folder);
  expect(nameOf("dart.svg")).toBe(dart);
  expect(theirs).not.toContain(nameOf("sleeve.svg"));
  const names = await machine.folder.list("files");
  expect(names).toHaveLength(4);
  for (const name of names) expect(name).toMatch(/^[\da-f]{40}\.cache$/);
  expect(machine.folder.files.has("holiday.jpg")).toBe(false);
});

test("a stored file that was damaged is imported again", async () => {
  const { take, content, machine, read } = await openImport();
  const file = content.findFile("asset", "PM", "dart.svg", "en");
  await machine.folder.write(`files/${file?.filename}`, new Uint8Array(file?.size ?? 0));
  expect(await take(await stick())).toBe("imported");
  expect(await read("dart.svg")).toBe("<svg>dart</svg>");
});

test("files that the content lists as missing are not required", async () => {
  const { take, content } = await openImport();
  const files = newContent();
  const tree = dataOf(files.get("filetree.json"));
  const film = tree["assets/PM/film.mp4"].en;
  film.present = false;
  files.delete(`files/${film.filename}`);
  files.set("filetree.json", indexFile(tree));
  expect(await take(await stick(files))).toBe("imported");
  const file = content.findFile("asset", "PM", "film.mp4", "en");
  expect(file && (await content.has(file))).toBe(false);
});

const INDEXES = ["content.json", "faqs.json", "glossary.json", "instructions.json"];

test.each([...INDEXES, "filetree.json"])("a folder without %s is not content", async (file) => {
  const { refuses } = await openImport();
  const files = newContent();
  files.delete(file);
  await refuses(await stick(files), { kind: "no-index", file });
});

test.each<[string, (bytes: Bytes) => Bytes]>([
  ["emptied", () => new Uint8Array()],
  ["cut", (bytes) => bytes.slice(0, -9)],
  ["changed in one bit", (bytes) => bytes.map((b, i) => b ^ +(i === 120))],
  ["of an unknown kind", () => indexFile({ PM: 3 })],
  ["of no course", () => indexFile({ products: {} })],
  ["of a damaged course", (of) => indexFile({ products: { ...dataOf(of).products, XX: {} } })],
])("an index that was %s is refused", async (_, damage) => {
  const { refuses } = await openImport();
  const files = newContent();
  files.set("content.json", damage(files.get("content.json") ?? new Uint8Array()));
  await refuses(await stick(files), { kind: "damaged-index", file: "content.json" });
});

test("a tree with names outside the folder, and content for another version, are refused", async () => {
  const { refuses } = await openImport();
  const outside = contentFolder({ "../../etc/passwd": { en: "x" } });
  await refuses(await stick(outside), { kind: "damaged-index", file: "filetree.json" });
  const later = newContent();
  later.set("content.json", indexFile({ products: {} }, 2));
  await refuses(await stick(later), { kind: "wrong-version" });
});

test.each<[string, (bytes: Bytes) => Bytes | null]>([
  ["missing", () => null],
  ["shortened", (bytes) => bytes.slice(0, -1)],
  ["zero-filled", (bytes) => new Uint8Array(bytes.length)],
  ["changed in one bit", (bytes) => bytes.map((b, i) => b ^ +(i === 0))],
])("files that are %s are counted, and nothing is taken over", async (_, damage) => {
  const { refuses } = await openImport();
  const folder = await stick();
  const tree = dataOf(folder.files.get("filetree.json"));
  for (const name of ["assets/PM/film.mp4", "assets/PM/sleeve.svg"]) {
    const path = `files/${tree[name].en.filename}`;
    const damaged = damage(folder.files.get(path) ?? new Uint8Array());
    if (damaged) await folder.write(path, damaged);
    else await folder.remove(path);
  }
  await refuses(folder, { kind: "damaged-files", count: 2 });
});

test("a removed stick is reported, and nothing is lost", async () => {
  const { refuses } = await openImport();
  const folder = await stick();
  const read = folder.read;
  folder.read = async (path, part) => (part?.from ? null : read(path, part));
  await refuses(folder, { kind: "unreadable" });
});

test("a cancelled choice or import leaves nothing behind", async () => {
  const { take, refuses, contentImport } = await openImport();
  const folder = await stick();
  const read = folder.read;
  folder.read = async (path, part) => {
    if (part?.from) contentImport.cancel();
    return read(path, part);
  };
  // Nothing is chosen.
  await contentImport.importFolder("Choose");
  expect(contentImport.state).toMatchObject({ phase: "idle", outcome: null });
  await refuses(folder, { kind: "cancelled" });
  folder.read = read;
  expect(await take(folder)).toBe("imported");
});

const usedBy = ({ folder }: Awaited<ReturnType<typeof openImport>>["machine"]) =>
  [...folder.files.values()].reduce((sum, { length }) => sum + length, 0);

test.each([
  ["has space for 1000 bytes", 1000],
  ["has space for 600,000 bytes", 600_000],
  ["fills up during an import", 600_000, async () => null],
])("a disk that %s keeps its content", async (_, more, room?: () => Promise<null>) => {
  const { refuses, machine } = await openImport();
  machine.folder.setCapacity(usedBy(machine) + more);
  if (room) machine.folder.room = room;
  await refuses(await stick(), { kind: "no-room" });
  machine.folder.setWritable(false);
  machine.folder.setCapacity(null);
  await refuses(await stick(), { kind: "forbidden" });
});

test("a file that is too large for memory is copied in pieces, and checked", async () => {
  const { take, refuses, machine, content } = await openImport();
  const large = new Uint8Array(4 * 1024 * 1024 + 7).map((_, at) => at % 251);
  const files = contentFolder({ "assets/PM/large.mp4": { en: large } });
  const { append } = machine.folder;
  // A disk that reports success and stores less.
  machine.folder.append = async (path, bytes) => append(path, bytes.slice(0, 10));
  await refuses(await stick(files), { kind: "no-room" });
  const pieces: number[] = [];
  machine.folder.append = async (path, bytes) => {
    pieces.push(bytes.length);
    return append(path, bytes);
  };
  const { room } = machine.folder;
  machine.folder.room = async () => null;
  machine.folder.setCapacity(usedBy(machine) + 2_500_000);
  await refuses(await stick(files), { kind: "no-room" });
  Object.assign(machine.folder, { room }).setCapacity(null);
  const damaged = await stick(files);
  const [name = ""] = await damaged.list("files");
  for (const bytes of [large.with(5, 0), large.subarray(0, -1), new Uint8Array([...large, 1])]) {
    await damaged.write(`files/${name}`, bytes);
    await refuses(damaged, { kind: "damaged-files", count: 1 });
  }
  expect(await take(await stick(files))).toBe("imported");
  expect(Math.max(...pieces)).toBe(1024 * 1024);
  const file = content.findFile("asset", "PM", "large.mp4", "en");
  expect(Buffer.compare((file && (await content.bytes(file))) ?? large.with(0, 9), large)).toBe(0);
});

test.each(["content.json", "files/"])("endless data in %s is stopped", async (endless) => {
  const opened = await openImport();
  const source = folderSource(await stick());
  const contentImport = createContentImport({
    ...opened,
    openZip: async () =>
      Result.ok({
        ...source,
        async stream(path, take) {
          if (!path.startsWith(endless)) return source.stream(path, take);
          for (;;) {
            const taken = await take(new Uint8Array(100_000));
            if (!taken.ok) return taken;
          }
        },
      }),
  });
  await contentImport.importZip(new Blob());
  expect(contentImport.state.outcome).toEqual({ kind: "too-big" });
  expect(opened.isAsBefore()).toBe(true);
});

test("captions and the school are imported with the content, and forgotten if the new content has none", async () => {
  const { take, content } = await openImport();
  const theirs = newContent();
  const texts = [{ start: 0, end: 1, text: "Ease the sleeve." }];
  const entry = { product: "PM", lesson: null, asset: "sleeve.mp4", language: "en", texts };
  theirs.set("captions.json", indexFile([entry, "no captions"]));
  expect(await take(await stick(theirs))).toBe("imported");
  expect(content.captions()).toEqual([entry]);
  expect(content.organisation()).toMatchObject({ name: "Selvage Atelier", accent: "#a03050" });
  // Another school's export, or an older one, may not have these files.
  const others = contentFolder();
  others.delete("captions.json");
  others.delete("organisation.json");
  expect(await take(await stick(others))).toBe("imported");
  expect([content.captions(), content.organisation()]).toEqual([[], null]);
});

/**
 * Runs an import until the process ends in a step.
 * @returns the remaining files, or null if it finished
 */
const importUntil = async (steps: number) => {
  const { machine, contentImport } = await openImport();
  machine.chosenFolder = await stick();
  const { folder } = machine;
  const died = Promise.withResolvers<null>();
  let left = steps;
  const counted =
    <Asked extends unknown[], Value>(step: (...asked: Asked) => Value) =>
    (...asked: Asked): Value => {
      left -= 1;
      // The next turn also leaves a partial write of this step.
      if (left === 0) setImmediate(() => died.resolve(null));
      return step(...asked);
    };
  folder.write = counted(folder.write);
  folder.append = counted(folder.append);
  folder.move = counted(folder.move);
  folder.crashAfter(steps);
  const ended = await Promise.race([
    contentImport.importFolder("Choose").then(() => "through"),
    died.promise,
  ]);
  return ended ? null : new Map(folder.files);
};

test("whenever the process ends, the content is either the old or the new one, complete", async () => {
  const versions = new Set<boolean>();
  for (let steps = 1; ; steps += 1) {
    const left = await importUntil(steps);
    if (!left) {
      expect(steps).toBeGreaterThan(10);
      break;
    }
    const { machine, index, content } = await openContent(left);
    await index.recover();
    await content.load();
    await createContentImport({ machine, index, content }).cleanUp();
    expect(content.state.status, `after ${steps} steps`).toBe("ready");
    const used = new Set<string>();
    for (const file of Object.values(content.tree()).flatMap((each) => Object.values(each))) {
      used.add(file.filename);
      expect(await content.bytes(file), `after ${steps} steps`).not.toBeNull();
    }
    expect(new Set(await machine.folder.list("files"))).toEqual(used);
    versions.add(content.findFile("asset", "PM", "sleeve.svg", "en") !== null);
  }
  expect(versions).toEqual(new Set([false, true]));
});

test("index files that cannot be replaced now still have their files later", async () => {
  const { machine, index, content, contentImport, take } = await openImport();
  const { move } = machine.folder;
  machine.folder.move = async (from, to) =>
    to === "filetree.json" ? failed("forbidden") : move(from, to);
  expect(await take(await stick())).toEqual({ kind: "forbidden" });
  machine.folder.move = move;
  machine.chosenFolder = createMemoryFolder();
  await contentImport.importFolder("Choose");
  expect(contentImport.state.outcome).toEqual({ kind: "no-index", file: "content.json" });
  await index.recover();
  await content.load();
  const file = content.findFile("asset", "PM", "sleeve.svg", "en");
  expect(file && (await content.bytes(file))).not.toBeNull();
});

test("cleaning up deletes nothing if the tree is damaged", async () => {
  const files = contentFolder();
  files.set("filetree.json", new Uint8Array(3));
  const { machine, contentImport, isAsBefore } = await openImport(files);
  await contentImport.cleanUp();
  expect(isAsBefore()).toBe(true);
  expect(await machine.folder.list("files")).not.toEqual([]);
});
