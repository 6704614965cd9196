import { expect, test } from "vitest";
import { createMemoryFolder } from "../../src/platform/memory/memory-folder.ts";
import { folderSuite } from "./folder-suite.ts";

folderSuite("memory", createMemoryFolder);

const bytes = (length: number) => new Uint8Array(length).fill(7);

test("the memory folder reports a full disk, and has space again after a deletion", async () => {
  const folder = createMemoryFolder();
  folder.setCapacity(100);
  expect((await folder.write("a.cache", bytes(60))).ok).toBe(true);
  expect(await folder.room()).toBe(40);
  expect(await folder.write("b.cache", bytes(41))).toMatchObject({
    failure: { kind: "no-room" },
  });
  await folder.remove("b.cache");
  await folder.remove("a.cache");
  expect((await folder.write("b.cache", bytes(100))).ok).toBe(true);
});

test("the memory folder keeps part of a write during which it fails, and does not answer until it is restored", async () => {
  const folder = createMemoryFolder();
  folder.crashAfter(1);
  let answered = false;
  void folder.write("a.cache", bytes(10)).then(() => {
    answered = true;
  });
  await new Promise(setImmediate);
  expect(answered).toBe(false);
  folder.crashAfter(null);
  expect(await folder.size("a.cache")).toBe(5);
});
