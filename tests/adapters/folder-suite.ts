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

/** A comparison of each byte by `expect` would take seconds. */
const isSame = (one: Uint8Array | null, other: Uint8Array): boolean =>
  one?.length === other.length && one.every((byte, at) => byte === other[at]);

const MEGABYTE = 1024 * 1024;
const OUTSIDE = ["../a.json", "files/../../a.json", "/etc/passwd", "", ".", "files//a", "C:\\a"];

/**
 * What the app relies on in its folder, on any machine.
 * @param create an empty one
 */
export const folderSuite = (name: string, create: () => Folder): void => {
  describe(`folder of ${name}`, () => {
    const filled = async (files: Record<string, string>) => {
      const folder = create();
      for (const [path, text] of Object.entries(files)) await folder.write(path, bytesOf(text));
      return { folder, read: async (path: string) => textOf(await folder.read(path)) };
    };

    test.each([0, 1, MEGABYTE, 5 * MEGABYTE + 1])(
      "reads back a file of %s bytes",
      async (length) => {
        const folder = create();
        expect((await folder.write("files/a.cache", binary(length))).ok).toBe(true);
        expect(await folder.size("files/a.cache")).toBe(length);
        expect(isSame(await folder.read("files/a.cache"), binary(length))).toBe(true);
      },
    );

    test.each(["a.json", "deep/er/still/a.part", "שיעור 1.svg", "a b & 'c' #1.png"])(
      "stores a file called %s",
      async (path) => {
        const { folder, read } = await filled({ [path]: "inside" });
        expect(await read(path)).toBe("inside");
        const at = path.lastIndexOf("/");
        expect(await folder.list(path.slice(0, Math.max(0, at)))).toEqual([path.slice(at + 1)]);
      },
    );

    test("lists the files and the folders directly in a folder", async () => {
      const { folder } = await filled({ "a.json": "", "in/b.cache": "", "in/deep/c.cache": "" });
      expect([await folder.list(""), await folder.folders("")]).toEqual([["a.json"], ["in"]]);
      expect([await folder.list("in"), await folder.folders("in")]).toEqual([
        ["b.cache"],
        ["deep"],
      ]);
    });

    test("has nothing of what does not exist", async () => {
      const folder = create();
      expect(await folder.read("files/none.cache")).toBe(null);
      expect(await folder.read("files/none.cache", { from: 0, length: 1 })).toBe(null);
      expect(await folder.size("files/none.cache")).toBe(null);
      expect(await folder.list("files")).toEqual([]);
      expect(await folder.folders("none")).toBe(null);
    });

    test("replaces a file, also by a shorter one", async () => {
      const { folder, read } = await filled({ "a.json": "the one before" });
      await folder.write("a.json", bytesOf("new"));
      expect(await read("a.json")).toBe("new");
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
      ["no bytes when none are asked for", 3, 0, ""],
    ])("reads a part: %s", async (_, from, length, expected) => {
      const { folder } = await filled({ "a.json": "0123456789" });
      expect(textOf(await folder.read("a.json", { from, length }))).toBe(expected);
    });

    test("renames a file, replacing one of that name, but not by one that does not exist", async () => {
      const { folder, read } = await filled({ "a.json.1.part": "new", "a.json": "old" });
      expect((await folder.move("none.part", "a.json")).ok).toBe(false);
      expect(await read("a.json")).toBe("old");
      expect((await folder.move("a.json.1.part", "a.json")).ok).toBe(true);
      expect(await folder.list("")).toEqual(["a.json"]);
      expect((await folder.move("a.json", "new/place/a.json")).ok).toBe(true);
      expect(await read("new/place/a.json")).toBe("new");
    });

    test("deletes a file, or a folder with its content, and ignores what does not exist", async () => {
      const { folder, read } = await filled({ "a.json": "x", "files/in/c.cache": "x" });
      for (const path of ["a.json", "files", "none.json"]) await folder.remove(path);
      expect(await folder.list("")).toEqual([]);
      expect(await read("files/in/c.cache")).toBe(null);
    });

    test("writes many files at once", async () => {
      const folder = create();
      const paths = Array.from({ length: 40 }, (_, at) => `files/${at}.cache`);
      await Promise.all(paths.map((path, at) => folder.write(path, binary(at * 1000))));
      const read = await Promise.all(paths.map((path) => folder.read(path)));
      expect(read.every((bytes, at) => isSame(bytes, binary(at * 1000)))).toBe(true);
    });

    test.each(OUTSIDE)("refuses a path outside the folder: '%s'", async (path) => {
      const { folder, read } = await filled({ "kept.json": "kept" });
      const forbidden = { ok: false, failure: { kind: "forbidden" } };
      expect(await folder.write(path, bytesOf("x"))).toEqual(forbidden);
      expect((await folder.append(path, bytesOf("x"))).ok).toBe(false);
      expect((await folder.move("kept.json", path)).ok).toBe(false);
      expect([await folder.read(path), await folder.size(path)]).toEqual([null, null]);
      await folder.remove(path);
      expect(await read("kept.json")).toBe("kept");
    });

    test("serves a file to the page, also in ranges", async () => {
      const { folder } = await filled({ "files/a.cache": "0123456789" });
      const address = (await folder.address("files/a.cache")) ?? "";
      expect(await (await fetch(address)).text()).toBe("0123456789");
      const part = await fetch(address, { headers: { Range: "bytes=2-4" } });
      expect([part.status, await part.text()]).toEqual([206, "234"]);
    });
  });
};
