import * as v from "valibot";
import { expect, test } from "vitest";
import { createIndexFiles } from "../../../src/offline/index-files.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
} from "../../../src/platform/memory/memory-desktop.ts";
import { DONE, failed } from "../../support/results.ts";

const words = v.object({ words: v.string() });

const open = (folder = createMemoryFolder()) => {
  const machine = createMemoryDesktop(folder);
  return { folder, machine, index: createIndexFiles(machine) };
};

const wordsIn = async (folder = createMemoryFolder()) => {
  const { index } = open(folder);
  await index.recover();
  const [content, faqs] = await Promise.all([
    index.read("content.json", words),
    index.read("faqs.json", words),
  ]);
  return [content.ok && content.value?.words, faqs.ok && faqs.value?.words];
};

test("an index file is read as it was written, with the contract's checksum", async () => {
  const { index, folder, machine } = open();
  expect(await index.read("content.json", words)).toEqual(DONE);
  expect(await index.has("content.json")).toBe(false);
  await index.write("content.json", { words: "ß" });
  expect(await index.has("content.json")).toBe(true);
  const text = new TextDecoder().decode(folder.files.get("content.json"));
  const checksum = await machine.sha256('{"words":"ß"}');
  expect(JSON.parse(text)).toEqual({ version: 1, checksum, data: { words: "ß" } });
  expect(await index.read("content.json", words)).toEqual({ ok: true, value: { words: "ß" } });
});

test("a full disk loses none of the previous data", async () => {
  const { index, folder } = open();
  await index.write("content.json", { words: "before" });
  folder.setCapacity(300);
  const long = { words: "after".repeat(100) };
  expect(await index.write("content.json", long)).toEqual(failed("no-room"));
  expect(await index.replace({ "content.json": long, "faqs.json": long })).toMatchObject({
    ok: false,
  });
  folder.setCapacity(null);
  expect(await wordsIn(folder)).toEqual(["before", undefined]);
});
