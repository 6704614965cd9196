import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UploadStore } from "../../src/server/store/upload-store.ts";
import { diskStore } from "./support/stored-path.ts";

const HOUR_S = 3600;

test("remains of a crash are deleted after a day; known or recent files stay", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "uploads-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
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
