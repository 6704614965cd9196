import { expect, test } from "vitest";
import { contentFile, createPartialFile, partialPath } from "../../../src/offline/partial-file.ts";
import { createMemoryDesktop } from "../../../src/platform/memory/memory-desktop.ts";
import { DONE, failed } from "../../support/results.ts";
import { sha256 } from "../support/content-folder.ts";

const KIB = 1024;

type Options = { size?: number | null; checksum?: string };

/** Bytes that differ from place to place. */
const bytesOf = (length: number) =>
  new Uint8Array(length).map((_, at) => (at * 7 + (at >> 8)) & 255);

const open = (length: number, options: Options = {}) => {
  const machine = createMemoryDesktop();
  const bytes = bytesOf(length);
  const { size, checksum } = { size: length, checksum: sha256(bytes), ...options };
  const file = { name: "a", language: "en", checksum, size, filename: "name.cache", places: [] };
  /** Another try, in a new start of the app. */
  const restart = () => createPartialFile(machine, contentFile(file));
  const arrive = async (
    partial: ReturnType<typeof restart>,
    { from = 0, to = length, piece = 100 * KIB } = {},
  ) => {
    for (let at = from; at < to; at += piece) {
      const taken = await partial.append(bytes.slice(at, Math.min(at + piece, to)));
      if (!taken.ok) return taken;
    }
    return { ok: true };
  };
  return {
    ...{ machine, bytes, partial: restart(), restart, arrive },
    paths: () => [...machine.folder.files.keys()],
    stored: () => machine.folder.files.get("files/name.cache"),
    left: () => machine.folder.files.get(partialPath(checksum)),
  };
};

const WRONG = failed("wrong");

test.each<[string, number, number, Options?]>([
  ["in one piece", 1000, 1000],
  ["in small pieces", 1000, 7],
  ["of the largest size that is kept in memory", 256 * KIB, 100 * KIB],
  ["just over it", 256 * KIB + 1, 100 * KIB],
  ["of several writes", 1200 * KIB, 300 * KIB + 3],
  ["of a size that the server does not state", 600 * KIB, 100 * KIB, { size: null }],
])("a file that arrives %s is stored as a whole under its name", async (_, length, piece, size) => {
  const { partial, arrive, stored, paths, bytes } = open(length, size);
  await arrive(partial, { piece });
  expect(partial.length()).toBe(length);
  expect(await partial.finish()).toEqual({ ok: true, value: length });
  expect(paths()).toEqual(["files/name.cache"]);
  expect(Buffer.compare(stored() ?? Buffer.alloc(0), bytes)).toBe(0);
});

test.each<[string, number, number, Options?]>([
  ["with other bytes", 1000, 1000, { checksum: "0".repeat(64) }],
  ["with other bytes while it is long", 600 * KIB, 600 * KIB, { checksum: "0".repeat(64) }],
  ["cut short", 1000, 900],
  ["cut short while it is long", 600 * KIB, 900],
  ["empty", 1000, 0],
  ["empty, with a size that the server does not state", 0, 0, { size: null }],
  ["too long", 1001, 1001, { size: 1000 }],
  ["too long while it is long", 600 * KIB + 1, 600 * KIB + 1, { size: 600 * KIB }],
])("a file that arrives %s is not stored", async (_, length, to, options) => {
  const { partial, arrive, paths } = open(length, options);
  const arrived = await arrive(partial, { to });
  expect(arrived.ok ? await partial.finish() : arrived).toEqual(WRONG);
  expect([paths(), partial.length()]).toEqual([[], 0]);
});

test("an interrupted file goes on after a restart where it was cut off", async () => {
  const { partial, arrive, left, restart, stored, bytes } = open(1200 * KIB);
  await arrive(partial, { to: 700 * KIB });
  expect(await partial.persist()).toEqual(DONE);
  expect(left()).toHaveLength(700 * KIB);
  const later = restart();
  await later.resume();
  expect(later.length()).toBe(700 * KIB);
  await arrive(later, { from: 700 * KIB });
  expect(await later.finish()).toMatchObject({ ok: true });
  expect(Buffer.compare(stored() ?? Buffer.alloc(0), bytes)).toBe(0);
});

/** A file of 600 KiB of which half is on the disk. */
const openInterrupted = async () => {
  const opened = open(600 * KIB);
  await opened.arrive(opened.partial, { to: 300 * KIB });
  await opened.partial.persist();
  const [path = ""] = opened.paths();
  return { ...opened, path };
};

test("an interrupted file that was changed on the disk is found out", async () => {
  const { arrive, machine, restart, paths, path } = await openInterrupted();
  machine.folder.files.get(path)?.fill(0, 10, 20);
  const later = restart();
  await later.resume();
  await arrive(later, { from: 300 * KIB });
  expect(await later.finish()).toEqual(WRONG);
  expect(paths()).toEqual([]);
});

test.each([1000, 1200 * KIB])("a full disk is reported: %i bytes", async (length) => {
  const { partial, arrive, machine, stored, paths } = open(length);
  machine.folder.setCapacity(500);
  const taken = await arrive(partial);
  expect(taken.ok ? await partial.finish() : taken).toEqual(failed("no-room"));
  expect(stored()).toBeUndefined();
  // Only a large file goes on later from its part.
  if (length === 1000) expect(paths()).toEqual([]);
});

test("a full disk that reports success is found out", async () => {
  const { partial, arrive, machine, paths } = open(600 * KIB);
  const { write } = machine.folder;
  machine.folder.write = (path, bytes) => write(path, bytes.subarray(0, 10));
  await arrive(partial);
  expect(await partial.finish()).toEqual(failed("no-room"));
  expect(paths()).toEqual([]);
});
