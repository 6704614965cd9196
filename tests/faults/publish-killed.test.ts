import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { isAll } from "../../scripts/test/round.ts";
import { draftTag } from "../../src/server/content/source/change-draft.ts";
import { send } from "../server/support/client.ts";
import {
  authorsFolder,
  change,
  importFolder,
  textChange,
} from "../server/support/content-source.ts";
import { type SchoolProcess, startSchoolProcess } from "../server/support/school-process.ts";
import { openSchool } from "../server/support/test-school.ts";
import { databaseOf, until } from "./support/database-of.ts";

const LESSON = "PM/lessons/paper.md";
const NEW = "Any paper";
const OTHER = "SW/lessons/stitch.md";

const otherText = async (folder: string): Promise<string> =>
  (await readFile(path.join(folder, OTHER), "utf8")).replaceAll("# ", `# ${NEW}: `);

/** All that a publish changes, in one statement, as the work may still go on. */
const STATE = `select
  (select state from job order by id desc limit 1) as job,
  (select count(*) from source_version where state = 'draft') as drafts,
  (select count(*) from source_version where state = 'published') as versions,
  (select count(*) from audit where action = 'published') as records,
  (select count(*) from lesson where data like '%${NEW}%') as lessons`;

const BEFORE = { drafts: 1, versions: 1, records: 0, lessons: 0 };
const AFTER = { drafts: 0, versions: 2, records: 1, lessons: 1 };

/**
 * A school, served by a process of its own, whose draft can be published.
 * @param course the only one that is published; another one stays in the draft then
 */
const openWithDraft = async (course: string | null = null) => {
  const school = await openSchool();
  const folder = await authorsFolder();
  const { version: published } = await importFolder(school, folder);
  const text = await readFile(path.join(folder, LESSON), "utf8");
  const changed = await textChange(school, LESSON, text.replaceAll("Which paper", NEW));
  const others = course === null ? [] : [await textChange(school, OTHER, await otherText(folder))];
  const version = draftTag(await change(school, changed, ...others));
  const token = await school.token(await school.add({ level: 20 }));
  const { dataDir } = school;
  await school.stop();

  const { row, endLeases } = databaseOf(dataDir);
  const found = () => {
    const { job, ...rest } = row(STATE);
    return { job, rest };
  };
  const isDone = () => found().job === "done";
  const start = () => startSchoolProcess(dataDir);
  return {
    found,
    /** Starts a server, and publishes, until a folder is laid out for that. */
    async beginToPublish(): Promise<SchoolProcess> {
      const server = await start();
      const json = { version, published, course };
      const order = `${server.address}/api/staff/content/draft/publish`;
      expect((await send(order, { token, json })).status).toBe(200);
      await until(async () => {
        const names = await readdir(path.join(dataDir, "sources")).catch(() => []);
        return names.some((name) => name.startsWith("folder-")) || isDone();
      });
      return server;
    },
    isDone,
    /** Starts a server that goes on, and waits until it has published. */
    async goOn(after: object): Promise<void> {
      endLeases();
      const server = await start();
      await until(isDone);
      expect(found().rest).toEqual(after);
      expect(await server.end("SIGTERM")).toBe(0);
    },
  };
};

// Once: a job that was under way when two processes ended is not tried again.
test.each([
  { what: "all courses", course: null },
  ...(isAll() ? [{ what: "one course", course: "PMB" }] : []),
])(
  "a server that is killed while it publishes $what leaves the content as before, and publishes it once after the restart",
  async ({ course }) => {
    const { found, beginToPublish, goOn } = await openWithDraft(course);
    // The draft stays with what is not published.
    const after = { ...AFTER, drafts: course === null ? 0 : 1 };
    const server = await beginToPublish();
    await server.end("SIGKILL");
    const { job, rest } = found();
    expect([job, rest]).toEqual([job, job === "done" ? after : BEFORE]);
    await goOn(after);
  },
);

test("a school all of whose processes are told to stop while it publishes goes on after the next start", async () => {
  const { found, isDone, beginToPublish, goOn } = await openWithDraft();
  const server = await beginToPublish();
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const workers = processes.filter(([, parent]) => parent === server.pid);
  expect(workers.length === 1 || isDone()).toBe(true);
  // As systemd and a terminal do.
  for (const [id] of workers) process.kill(id ?? 0, "SIGTERM");
  expect(await server.end("SIGTERM")).toBe(0);
  const { job, rest } = found();
  expect([job, rest]).toEqual(job === "done" ? ["done", AFTER] : ["waiting", BEFORE]);
  await goOn(AFTER);
});
