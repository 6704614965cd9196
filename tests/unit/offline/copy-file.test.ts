import { expect, test } from "vitest";
import { copyFile } from "../../../src/offline/content-import/import-content.ts";
import { folderSource } from "../../../src/offline/content-import/import-source.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
} from "../../../src/platform/memory/memory-desktop.ts";
import { failed } from "../../support/results.ts";
import { sha256 } from "../support/content-folder.ts";

const MEGABYTE = 1024 * 1024;
const bytesOf = (size: number) => new Uint8Array(size).map((_, at) => at % 251);
const SMALL = bytesOf(1000);
/** Larger than what is held in memory as a whole. */
const LARGE = bytesOf(4 * MEGABYTE + 7);

const copy = async (
  bytes: Uint8Array<ArrayBuffer>,
  { size = bytes.length, machine = createMemoryDesktop() } = {},
) => {
  const stick = createMemoryFolder();
  await stick.write("files/theirs", bytes);
  let copied = 0;
  const writes: number[] = [];
  for (const method of ["write", "append"] as const) {
    const before = machine.folder[method];
    machine.folder[method] = async (path: string, piece: Uint8Array<ArrayBuffer>) => {
      writes.push(piece.length);
      return before(path, piece);
    };
  }
  const result = await copyFile(
    machine,
    folderSource(stick),
    "files/theirs",
    { checksum: sha256(bytes), size, filename: "own" },
    (length) => {
      copied += length;
      return { ok: true, value: null };
    },
  );
  return { result, copied, writes, files: machine.folder.files, machine };
};

test.each([
  ["small", SMALL, [1000]],
  ["large", LARGE, [MEGABYTE, MEGABYTE, MEGABYTE, MEGABYTE, 7]],
])(
  "a %s file is copied in pieces of a megabyte at most, and its bytes are counted",
  async (_, bytes, pieces) => {
    const { result, copied, writes, files } = await copy(bytes);
    expect(result).toEqual({ ok: true, value: true });
    expect(copied).toBe(bytes.length);
    expect(writes).toEqual(pieces);
    expect([...files.keys()]).toEqual(["files/own"]);
    expect(Buffer.compare(files.get("files/own") ?? new Uint8Array(), bytes)).toBe(0);
  },
);

test("a large file with more bytes than stated leaves nothing behind", async () => {
  const { result, files } = await copy(LARGE, { size: LARGE.length - 1 });
  expect(result).toEqual(failed("too-big"));
  expect(files.size).toBe(0);
});

test("a large file is checked on a disk whose writes report success", async () => {
  const machine = createMemoryDesktop();
  const { append } = machine.folder;
  machine.folder.append = async (path, bytes) => append(path, bytes.slice(0, 10));
  expect((await copy(LARGE, { machine })).result).toEqual(failed("no-room"));
});
