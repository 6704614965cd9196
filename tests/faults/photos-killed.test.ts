import { spawn } from "node:child_process";
import { appendFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contentFile } from "../../src/server/store/store.ts";
import { bareEnvironment } from "../server/support/bare-environment.ts";
import { authorsFolder, importFolder } from "../server/support/content-source.ts";
import { photo } from "../server/support/photos.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { TestSchool } from "../server/support/test-school.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const PHOTOS = 8;

const STATE = `select
  (select count(*) from source_version where state = 'published') as versions,
  (select state from job where kind = 'content-photos' order by id desc limit 1) as job,
  (select count(*) from job where state in ('waiting', 'running')) as open,
  (select count(*) from picture where recipe = 0) as waiting,
  (select count(distinct source) from picture_variant where type = 'image/webp') as converted`;

const photos: Buffer[] = [];
beforeAll(async () => {
  for (let at = 0; at < PHOTOS; at += 1) photos.push(await photo(400 + at, 200));
});

/** A folder whose photos take a moment each. */
const folderWithPhotos = async (): Promise<string> => {
  const folder = await authorsFolder();
  for (const [at, bytes] of photos.entries()) {
    await writeFile(path.join(folder, `PM/assets/photo-${at}.jpg`), bytes);
    await appendFile(path.join(folder, "PM/lessons/paper.md"), `\n![Photo](photo-${at}.jpg)\n`);
  }
  return folder;
};

const opened: TestSchool[] = [];
afterAll(async () => {
  for (const school of opened) await school.close();
});

/** A school that no server serves. */
const openSchool = async () => {
  const school = await TestSchool.open();
  opened.push(school);
  const { dataDir } = school;
  const withDatabase = <Value>(work: (database: DatabaseSync) => Value): Value => {
    const database = new DatabaseSync(path.join(dataDir, "school.db"));
    try {
      database.exec("pragma busy_timeout = 10000");
      return work(database);
    } finally {
      database.close();
    }
  };
  const found = () =>
    withDatabase((database) => ({ ...database.prepare(STATE).get() })) as Record<string, unknown>;
  return {
    school,
    dataDir,
    found,
    until: async (isSo: (state: Record<string, unknown>) => boolean) => {
      await vi.waitUntil(() => isSo(found()), { interval: 20, timeout: 300_000 });
    },
    /** As if half a minute had passed, after which the claim of a killed process ends. */
    endClaims: () => withDatabase((database) => database.exec("update job set claimed_until = 0")),
    /** The smaller forms that are named and not whole. */
    damaged: async () => {
      const rows = withDatabase((database) =>
        database.prepare("select checksum from picture_variant").all(),
      );
      const damaged: string[] = [];
      for (const { checksum } of rows) {
        const name = String(checksum);
        if ((await diskStore(dataDir).checksumOf(contentFile(name))) !== name) damaged.push(name);
      }
      return damaged;
    },
  };
};

test("a server that is killed while it converts photos goes on with the rest after the restart", async () => {
  const { school, dataDir, found, until, endClaims, damaged } = await openSchool();
  await importFolder(school, await folderWithPhotos());
  await school.stop();
  endClaims();
  let server = await startSchoolProcess(dataDir);
  for (const converted of [1, PHOTOS / 2]) {
    await until((state) => Number(state.converted) >= converted);
    await server.end("SIGKILL");
    const state = found();
    expect(Number(state.converted) + Number(state.waiting)).toBe(PHOTOS);
    expect(await damaged()).toEqual([]);
    endClaims();
    server = await startSchoolProcess(dataDir);
  }
  await until(({ open }) => open === 0);
  expect(found()).toMatchObject({ versions: 1, job: "done", waiting: 0, converted: PHOTOS });
  expect(await damaged()).toEqual([]);
  expect(await server.end("SIGTERM")).toBe(0);
});

test("an import that is killed while it converts photos has published, and its repetition converts the rest", async () => {
  const { school, found, until, damaged } = await openSchool();
  await school.stop();
  const folder = await folderWithPhotos();
  const start = () => {
    const child = spawn(process.execPath, ["src/server/cli.ts", "content", "import", folder], {
      cwd: ROOT,
      env: { ...bareEnvironment(), ...school.variables },
      stdio: "ignore",
    });
    return { child, ended: new Promise((resolve) => child.once("exit", resolve)) };
  };
  const { child, ended } = start();
  await until(({ converted }) => Number(converted) >= 1);
  child.kill("SIGKILL");
  await ended;
  const killed = found();
  expect(killed).toMatchObject({ versions: 1 });
  expect(Number(killed.converted) + Number(killed.waiting)).toBe(PHOTOS);
  expect(await start().ended).toBe(0);
  expect(found()).toMatchObject({ versions: 1, open: 0, waiting: 0, converted: PHOTOS });
  expect(await damaged()).toEqual([]);
});
