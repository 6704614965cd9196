import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  endJob,
  holdJob,
  JOB_LEASES,
  type JobRow,
  orderJob,
  takeJob,
} from "../../../src/server/jobs/job-rows.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const NOW = 1_000_000_000_000;

let store: TemporaryDatabase;
let job: JobRow;
let heard: string[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  store = await openTemporaryDatabase();
  const ordered = { kind: "content-unpack", accountId: null, level: 20, input: {} };
  await store.database.write((db) => orderJob(db, NOW, ordered));
  const taken = await takeJob(store.database, NOW, "orders");
  if (!taken) throw new Error("The job was not taken");
  job = taken;
  heard = [];
});
afterEach(() => void vi.useRealTimers());

/** Holds the job while its lease is renewed so many times. @param passed the time until then */
const hold = async (
  database: Parameters<typeof holdJob>[0]["database"],
  renewals = 1,
  passed = 0,
): Promise<void> => {
  let now = NOW;
  const log = { warn: (event: string) => heard.push(event) };
  const release = holdJob({ database, clock: () => now, log }, job, {
    progress: () => ({ done: 1, total: 2 }),
    onStop: () => heard.push("stop"),
    onLost: () => heard.push("lost"),
  });
  now += passed;
  vi.advanceTimersByTime(renewals * 1000);
  await release();
};

test("a job is lost when another server has taken over, but not when its own last write has ended it", async () => {
  await hold(store.database);
  expect(heard).toEqual([]);
  await store.database.write((db) => endJob(db, job, NOW, { state: "done" }));
  await hold(store.database);
  expect(heard).toEqual([]);
  await store.database.write((db) =>
    db.updateTable("job").set({ state: "running", lease: "of another" }).execute(),
  );
  await hold(store.database);
  expect(heard).toEqual(["lost"]);
});

test("failed renewals of a job are told once, and the job is held on", async () => {
  let answers = 0;
  const write: typeof store.database.write = async (work) => {
    answers += 1;
    if (answers < 3) throw new Error("away");
    return store.database.write(work);
  };
  await hold({ read: store.database.read, write }, 3);
  expect([answers, heard]).toEqual([3, ["Renewing a lease failed"]]);
  const row = store.database.read.selectFrom("job").select("done");
  expect(await row.executeTakeFirst()).toEqual({ done: 1 });
});

test.each([
  ["not before", JOB_LEASES.ms - 1, ["Renewing a lease failed"]],
  ["then", JOB_LEASES.ms, ["Renewing a lease failed", "lost"]],
])("a lease is lost once not renewed for its whole time: %s", async (_, passed, expected) => {
  const write = () => Promise.reject(new Error("away"));
  await hold({ read: store.database.read, write }, 1, passed);
  expect(heard).toEqual(expected);
});

test.each([
  ["a second ahead is left to it", 1000, false],
  ["a second behind is left to it", -1000, false],
  ["an hour ahead is taken over", 3_600_000, true],
])("the job of a server whose clock is %s", async (_, off, isTaken) => {
  await store.database.write((db) =>
    db
      .updateTable("job")
      .set(JOB_LEASES.newLease(NOW + off))
      .execute(),
  );
  expect((await takeJob(store.database, NOW, "orders")) !== null).toBe(isTaken);
});
