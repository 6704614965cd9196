import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { send } from "../server/support/client.ts";
import { openSchool, PMB } from "../server/support/test-school.ts";

/** Another program that has locked the database for its own writing. */
const lock = (dataDir: string) => {
  const other = new DatabaseSync(path.join(dataDir, "school.db"));
  other.exec("begin immediate");
  onTestFinished(() => other.close());
  return other;
};

test("reads and /health go on while another program keeps the database locked, and writes wait", async () => {
  const school = await openSchool();
  const { token } = await school.student({ course: PMB });
  const other = lock(school.dataDir);
  const onWritten = vi.fn();
  const writing = school.complete(token, 101).finally(onWritten);
  for (let round = 0; round < 20; round += 1) {
    expect((await send(`${school.url}/health`)).status).toBe(200);
    expect((await school.call("/user/progress", { token })).json).toEqual({ progress: [] });
  }
  expect(onWritten).not.toHaveBeenCalled();
  other.exec("commit");
  expect((await writing).status).toBe(200);
});

test("a write that meets the lock for too long is refused with a time to try again", async () => {
  const school = await openSchool();
  await school.stop();
  const patient = await openDatabase(school.dataDir, null, { lockedMs: 0 });
  onTestFinished(() => patient.close());
  const other = lock(school.dataDir);
  const write = () =>
    patient.write((db) => db.insertInto("setting").values({ name: "a", value: "" }).execute());
  await expect(write()).rejects.toThrow("Another program keeps the database locked");
  other.exec("commit");
  await write();
});
