import { describe, expect, test } from "vitest";
import { packOf } from "../../../scripts/build/pack-plugin.ts";
import { type PackedFile, unpack } from "../../../src/worker/unpack.ts";

const FILES = {
  "faq.0a1b2c3d.js": "let a=`\n`;",
  "zoom.4e5f6a7b.js": "",
  "faq.8c9d0e1f.css": "é{}",
};
const PACK = packOf(new Map(Object.entries(FILES)));

/** A stream with these pieces, which breaks off after them if there is an error. */
const streamOf = (pieces: readonly Uint8Array<ArrayBuffer>[], error?: Error) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (!error) controller.close();
    },
    pull(controller) {
      if (error) controller.error(error);
    },
  });

const bytesOf = (text: string) => new TextEncoder().encode(text);

const filesIn = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<PackedFile[]> => {
  const files: PackedFile[] = [];
  for await (const file of unpack(stream)) files.push(file);
  return files;
};

describe("a pack gives its files", () => {
  const wanted = ["faq.0a1b2c3d.js", "zoom.4e5f6a7b.js", "faq.8c9d0e1f.css"].map((name) => ({
    name,
    text: FILES[name as keyof typeof FILES],
  }));

  test("scripts before styles", async () => {
    expect(await filesIn(streamOf([bytesOf(PACK)]))).toEqual(wanted);
  });

  test("wherever the network cuts it into pieces", async () => {
    const bytes = bytesOf(PACK);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await filesIn(streamOf([bytes.slice(0, at), bytes.slice(at)]))).toEqual(wanted);
    }
  });
});

test("a pack that ends too early gives the files that are whole", async () => {
  const files = await filesIn(streamOf([bytesOf(PACK.slice(0, -2))]));
  expect(files.map(({ name }) => name)).toEqual(["faq.0a1b2c3d.js", "zoom.4e5f6a7b.js"]);
});

test("a pack whose line breaks has given the files that are whole by then", async () => {
  const names: string[] = [];
  const stream = streamOf([bytesOf(PACK.slice(0, -2))], new Error("cut"));
  await expect(async () => {
    for await (const { name } of unpack(stream)) names.push(name);
  }).rejects.toThrow("cut");
  expect(names).toEqual(["faq.0a1b2c3d.js", "zoom.4e5f6a7b.js"]);
});

test("another page in place of a pack gives no file", async () => {
  expect(
    await filesIn(streamOf([bytesOf("<!doctype html><title>Sign in to the network</title>")])),
  ).toEqual([]);
});

test("a file that would end the text of another one is not packed", () => {
  expect(() => packOf(new Map([["faq.0a1b2c3d.js", "\0"]]))).toThrow("faq.0a1b2c3d.js");
});
