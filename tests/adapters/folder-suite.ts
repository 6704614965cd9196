import { describe, expect, test } from "vitest";
import type { Folder } from "../../src/platform/ports.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

/** Contains every byte value, so it cannot be mistaken for text. */
const binary = (length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = at * 31 + (at >> 8);
  return bytes;
};

const isSame = (one: Uint8Array | null, other: Uint8Array): boolean => {
  if (one?.length !== other.length) return false;
  for (let at = 0; at < other.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
};

const MEGABYTE = 1024 * 1024;

/**
 * What the app relies on in its folder, on any machine.
 * @param create an empty one
 */
export const folderSuite = (name: string, create: () => Folder): void => {
  describe(`folder of ${name}`, () => {
    test.each([
      ["nothing", 0],
      ["a byte", 1],
      ["every byte value", 65_536],
      ["a megabyte, to the byte", MEGABYTE],
      ["some megabytes and a byte", 5 * MEGABYTE + 1],
    ])("reads back a file of %s", async (_, length) => {
      const folder = create();
      expect((await folder.write("files/a.cache", binary(length))).ok).toBe(true);
      expect(await folder.size("files/a.cache")).toBe(length);
      expect(isSame(await folder.read("files/a.cache"), binary(length))).toBe(true);
    });

    test.each([
      "a.json",
      "files/a.cache",
      "deep/er/still/a.part",
      "שיעור 1.svg",
      "a b & 'c' #1.png",
    ])("stores a file called %s", async (path) => {
      const folder = create();
      expect((await folder.write(path, bytesOf("inside"))).ok).toBe(true);
      expect(textOf(await folder.read(path))).toBe("inside");
      expect(await folder.size(path)).toBe(6);
      const at = path.lastIndexOf("/");
      expect(await folder.list(path.slice(0, Math.max(0, at)))).toEqual([path.slice(at + 1)]);
    });

    test("lists its folders, and fails for a folder that does not exist", async () => {
      const folder = create();
      expect(await folder.folders("none")).toBeNull();
      await folder.write("accounts/a/tree.json", bytesOf("inside"));
      await folder.write("accounts/b/deep/tree.json", bytesOf("inside"));
      await folder.write("accounts/file.json", bytesOf("inside"));
      expect((await folder.folders("accounts"))?.toSorted()).toEqual(["a", "b"]);
    });

    test("replaces a file, also by a shorter one", async () => {
      const folder = create();
      await folder.write("a.json", bytesOf("the one before"));
      await folder.write("a.json", bytesOf("new"));
      expect(textOf(await folder.read("a.json"))).toBe("new");
    });

    test("appends to a file, and creates it if needed", async () => {
      const folder = create();
      expect((await folder.append("files/a.part", binary(10))).ok).toBe(true);
      expect((await folder.append("files/a.part", binary(2 * MEGABYTE + 3))).ok).toBe(true);
      expect(await folder.size("files/a.part")).toBe(2 * MEGABYTE + 13);
      const added = await folder.read("files/a.part", { from: 10, length: 3 * MEGABYTE });
      expect(isSame(added, binary(2 * MEGABYTE + 3))).toBe(true);
    });

    test.each([
      ["the beginning", 0, 3, "012"],
      ["the middle", 4, 2, "45"],
      ["beyond the end", 8, 5, "89"],
      ["nothing after the end", 10, 5, ""],
      ["nothing far after the end", 99, 5, ""],
      ["no bytes when none are asked for", 3, 0, ""],
    ])("reads a part: %s", async (_, from, length, expected) => {
      const folder = create();
      await folder.write("a.json", bytesOf("0123456789"));
      expect(textOf(await folder.read("a.json", { from, length }))).toBe(expected);
    });

    test("returns null for a file that does not exist", async () => {
      const folder = create();
      expect(await folder.read("files/none.cache")).toBe(null);
      expect(await folder.read("files/none.cache", { from: 0, length: 1 })).toBe(null);
      expect(await folder.size("files/none.cache")).toBe(null);
      expect(await folder.list("files")).toEqual([]);
    });

    test("lists the files directly in a folder, without its folders", async () => {
      const folder = create();
      for (const path of ["a.json", "b.json", "files/c.cache", "files/in/d.cache"]) {
        await folder.write(path, bytesOf("x"));
      }
      expect((await folder.list("")).toSorted()).toEqual(["a.json", "b.json"]);
      expect(await folder.list("files")).toEqual(["c.cache"]);
    });

    test("renames a file, replacing one of that name", async () => {
      const folder = create();
      await folder.write("a.json.1.part", bytesOf("new"));
      await folder.write("a.json", bytesOf("old"));
      expect((await folder.move("a.json.1.part", "a.json")).ok).toBe(true);
      expect(textOf(await folder.read("a.json"))).toBe("new");
      expect(await folder.list("")).toEqual(["a.json"]);
      expect((await folder.move("a.json", "new/place/a.json")).ok).toBe(true);
      expect(textOf(await folder.read("new/place/a.json"))).toBe("new");
    });

    test("fails to rename a file that does not exist, and keeps the target", async () => {
      const folder = create();
      await folder.write("a.json", bytesOf("old"));
      expect((await folder.move("none.part", "a.json")).ok).toBe(false);
      expect(textOf(await folder.read("a.json"))).toBe("old");
    });

    test("deletes a file, or a folder with its content, and ignores what does not exist", async () => {
      const folder = create();
      for (const path of ["a.json", "files/b.cache", "files/in/c.cache"]) {
        await folder.write(path, bytesOf("x"));
      }
      await folder.remove("a.json");
      await folder.remove("files");
      await folder.remove("none.json");
      expect(await folder.list("")).toEqual([]);
      expect(await folder.read("files/in/c.cache")).toBe(null);
    });

    test("writes many files at once", async () => {
      const folder = create();
      const paths = Array.from({ length: 40 }, (_, at) => `files/${at}.cache`);
      const written = await Promise.all(
        paths.map((path, at) => folder.write(path, binary(at * 1000))),
      );
      expect(written.every(({ ok }) => ok)).toBe(true);
      const read = await Promise.all(paths.map((path) => folder.read(path)));
      expect(read.every((bytes, at) => isSame(bytes, binary(at * 1000)))).toBe(true);
    });

    test.each([
      "../a.json",
      "files/../../a.json",
      "/etc/passwd",
      "",
      ".",
      "files//a",
      "C:\\a.json",
    ])("refuses a path outside the folder: %j", async (path) => {
      const folder = create();
      await folder.write("kept.json", bytesOf("kept"));
      expect(await folder.write(path, bytesOf("x"))).toEqual({
        ok: false,
        failure: { kind: "forbidden" },
      });
      expect((await folder.append(path, bytesOf("x"))).ok).toBe(false);
      expect((await folder.move("kept.json", path)).ok).toBe(false);
      expect(await folder.read(path)).toBe(null);
      expect(await folder.size(path)).toBe(null);
      await folder.remove(path);
      expect(textOf(await folder.read("kept.json"))).toBe("kept");
    });

    test("serves a file to the page, also in ranges", async () => {
      const folder = create();
      await folder.write("files/a.cache", bytesOf("0123456789"));
      const address = folder.address("files/a.cache") ?? "";
      expect(await (await fetch(address)).text()).toBe("0123456789");
      const part = await fetch(address, { headers: { Range: "bytes=2-4" } });
      expect(part.status).toBe(206);
      expect(await part.text()).toBe("234");
    });
  });
};
