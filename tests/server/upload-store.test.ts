import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { UploadStore } from "../../src/server/uploads/upload-store.ts";
import { diskStore } from "./support/stored-path.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const HOUR_S = 3600;

test("remains of a crash are deleted after a day; known or recent files stay", async () => {
  const dataDir = temporaryFolder();
  const folder = path.join(dataDir, "uploads");
  const store = new UploadStore(folder, diskStore(dataDir));
  const now = Date.parse("2026-11-18T12:00:00Z");
  const lay = async (name: string, hoursAgo: number) => {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, name), "x");
    await utimes(path.join(folder, name), 0, now / 1000 - hoursAgo * HOUR_S);
  };
  await store.sweep(async () => true, now);
  await lay("known", 1000);
  await lay("fresh.part", 23);
  await lay("fresh", 23);
  await lay("left.part", 25);
  await lay("left", 25);
  await store.sweep(async (name) => name === "known", now);
  expect((await readdir(folder)).toSorted()).toEqual(["fresh", "fresh.part", "known"]);
});
