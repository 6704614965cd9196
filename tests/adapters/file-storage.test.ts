import { expect, test } from "vitest";
import { openFileStorage } from "../../src/platform/desktop/file-storage.ts";
import { createMemoryFolder, type MemoryFolder } from "../../src/platform/memory/memory-desktop.ts";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import type { Folder } from "../../src/platform/ports.ts";
import { folderSuite } from "./folder-suite.ts";

folderSuite("memory", createMemoryFolder);

const machine = createMemoryMachine();

const start = (folder: Folder) => openFileStorage(folder, machine);

const kept = async (folder: Folder) => {
  const { keys, storage } = await start(folder);
  return Object.fromEntries(keys().map((key) => [key, storage.get(key)]));
};

const folderWith = async (values: Record<string, string>): Promise<MemoryFolder> => {
  const folder = createMemoryFolder();
  const { storage, flush } = await start(folder);
  for (const [key, value] of Object.entries(values)) storage.set(key, value);
  await flush();
  return folder;
};

const fileOf = (folder: MemoryFolder, value: string): string => {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const [path] = [...folder.files].find(([, bytes]) => text(bytes).includes(value)) ?? [];
  return path ?? expect.unreachable(value);
};

/** The folder of a process that ends in one of its steps; `died` tells that it has. */
const watchDying = (folder: MemoryFolder, steps: number) => {
  const died = Promise.withResolvers<unknown>();
  let done = 0;
  const count = () => {
    done += 1;
    if (done === steps) setImmediate(died.resolve);
  };
  const watched: Folder = {
    ...folder,
    write(...given) {
      count();
      return folder.write(...given);
    },
    move(...given) {
      count();
      return folder.move(...given);
    },
  };
  return { watched, died: died.promise };
};

test("values in files are found at the next start, and what was removed is not", async () => {
  const folder = await folderWith({ "a.v1": "1", "b.v1/×": "שלום", "c.v1": "3" });
  const { storage, flush } = await start(folder);
  storage.remove("c.v1");
  storage.set("a.v1", "\ud83e half a sign");
  await flush();
  expect(await kept(folder)).toEqual({ "a.v1": "\ud83e half a sign", "b.v1/×": "שלום" });
  const paths = [...folder.files.keys()];
  expect(paths).toHaveLength(2);
  for (const path of paths) expect(path).toMatch(/^state\/[\da-f]{40}\.json$/);
});

test("values in files are not written again when they have not changed", async () => {
  const folder = await folderWith({ "a.v1": "1" });
  const { storage, flush } = await start(folder);
  folder.setWritable(false);
  expect(storage.set("a.v1", "1")).toBe(true);
  await flush();
  expect(storage.set("a.v1", "1")).toBe(true);
});

const changes: [string, string | null][] = [
  ["a.v1", "new a"],
  ["b.v1", "new b"],
  ["a.v1", "newer a"],
  ["c.v1", null],
  ["d.v1", "new d"],
];
const old = { "a.v1": "old a", "c.v1": "old c" };
/** The values after each number of changes. */
const moments = Array.from({ length: changes.length + 1 }, (_, count) =>
  Object.fromEntries(
    Object.entries({ ...old, ...Object.fromEntries(changes.slice(0, count)) }).filter(
      ([, value]) => value !== null,
    ),
  ),
);

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
  "a process that ends while values are written leaves what there was at some moment, whole: step %d",
  async (steps) => {
    const folder = await folderWith(old);
    const { watched, died } = watchDying(folder, steps);
    const { storage, flush } = await start(watched);
    folder.crashAfter(steps);
    for (const [key, value] of changes) {
      if (value === null) storage.remove(key);
      else storage.set(key, value);
    }
    await Promise.race([flush(), died]);
    folder.crashAfter(null);
    expect((await start(folder)).damaged).toEqual([]);
    expect(moments).toContainEqual(await kept(folder));
    expect([...folder.files.keys()].filter((path) => path.endsWith(".part"))).toEqual([]);
  },
);

test("a full disk is reported at the next value; the page keeps both values, and the disk gets them once there is space", async () => {
  const folder = await folderWith({ "a.v1": "old" });
  const { storage, flush } = await start(folder);
  folder.setCapacity(0);
  storage.set("a.v1", "new");
  await flush();
  expect(storage.get("a.v1")).toBe("new");
  expect(storage.set("a.v1", "newer")).toBe(false);
  await flush();
  expect(storage.get("a.v1")).toBe("newer");
  folder.setCapacity(null);
  expect(await kept(folder)).toEqual({ "a.v1": "old" });
  storage.set("b.v1", "b");
  await flush();
  expect(await kept(folder)).toEqual({ "a.v1": "newer", "b.v1": "b" });
  expect(storage.set("a.v1", "newest")).toBe(true);
});

const edit = (bytes: Uint8Array<ArrayBuffer>, from: string, to: string) =>
  new TextEncoder().encode(new TextDecoder().decode(bytes).replace(from, to));

test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
  ["emptied", () => new Uint8Array()],
  ["cut", (bytes) => bytes.slice(0, -3)],
  ["edited", (bytes) => edit(bytes, "spoilt value", "edited value")],
  ["filled with zeros", (bytes) => new Uint8Array(bytes.length)],
  ["of a later version", (bytes) => edit(bytes, '"version":1', '"version":2')],
  ["no object", () => new TextEncoder().encode("[]")],
  ["not of words", () => Uint8Array.of(0xff, 0xfe, 0x00, 0x80)],
])(
  "a file with other content than was written is set aside and named when it is %s; all others count",
  async (_, spoil) => {
    const folder = await folderWith({ "a.v1": "spoilt value", "b.v1": "2" });
    const path = fileOf(folder, "spoilt value");
    const spoilt = spoil(folder.files.get(path) ?? expect.unreachable());
    folder.files.set(path, spoilt);

    const { damaged, wasDamaged, storage, flush } = await start(folder);
    expect(damaged).toEqual([path.replace("state/", "")]);
    expect([await wasDamaged("a.v1"), await wasDamaged("b.v1")]).toEqual([true, false]);
    expect([storage.get("a.v1"), storage.get("b.v1")]).toEqual([null, "2"]);
    expect(folder.files.get(`${path}.damaged`)).toEqual(spoilt);

    storage.set("a.v1", "again");
    await flush();
    expect((await start(folder)).damaged).toEqual([]);
    expect(await kept(folder)).toEqual({ "a.v1": "again", "b.v1": "2" });
  },
);

test("a file that belongs to another key is set aside", async () => {
  const folder = await folderWith({ "a.v1": "value of a", "b.v1": "value of b" });
  const [a, b] = [fileOf(folder, "value of a"), fileOf(folder, "value of b")];
  folder.files.set(a, folder.files.get(b) ?? expect.unreachable());
  expect((await start(folder)).damaged).toEqual([a.replace("state/", "")]);
  expect(await kept(folder)).toEqual({ "b.v1": "value of b" });
});
