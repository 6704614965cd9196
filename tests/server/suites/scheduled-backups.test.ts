import { expect, test } from "vitest";
import { getSchoolSettings } from "../../../src/contract/staff-school.ts";
import { backupTime } from "../../../src/server/backup/scheduled-backups.ts";
import { daysIn } from "../../../src/server/days.ts";
import { decode } from "../support/decode.ts";
import { DAY, openSchool, type TestSchool } from "../support/test-school.ts";

const days = daysIn<"school">("Europe/Athens");

test.each([
  ["daily", 3, "2026-11-18T02:00:00Z", "2026-11-18T01:00:00Z", "2026-11-19T01:00:00Z"],
  ["daily", 3, "2026-11-18T00:59:59Z", "2026-11-17T01:00:00Z", "2026-11-18T01:00:00Z"],
  // Wednesday in Athens, Tuesday in Greenwich.
  ["wednesday", 0, "2026-11-17T23:00:00Z", "2026-11-17T22:00:00Z", "2026-11-24T22:00:00Z"],
  ["sunday", 23, "2026-11-18T12:00:00Z", "2026-11-15T21:00:00Z", "2026-11-22T21:00:00Z"],
  // The clocks skip this hour on that day.
  ["sunday", 3, "2026-03-29T12:00:00Z", "2026-03-29T01:00:00Z", "2026-04-05T00:00:00Z"],
] as const)(
  "backups at %s, %i o'clock, are due on the school's own clocks",
  (times, hour, now, last, next) => {
    const at = (towards: -1 | 1) => backupTime({ times, hour }, days, Date.parse(now), towards);
    expect([at(-1), at(1)]).toEqual([Date.parse(last), Date.parse(next)]);
  },
);

/** A school that makes backups each day, and keeps two. */
const scheduled = async () => {
  const school = await openSchool();
  const { token } = await school.signedIn({ level: 100 });
  const read = async () =>
    decode(getSchoolSettings, (await school.call("/staff/school", { token })).json);
  const group = (await read()).groups.find(({ name }) => name === "backups");
  const values = [
    { name: "BACKUP_TIMES", value: "daily" },
    { name: "BACKUPS_KEPT", value: "2" },
  ];
  const json = { replaces: group?.version, values, secrets: [] };
  await school.call("/staff/school/settings/backups", { method: "PUT", token, json });
  const night = async () => {
    await school.server.orderBackups();
    await school.server.runJobs();
  };
  return { school, token, read, night };
};

const jobs = (school: TestSchool) =>
  school.database.read.selectFrom("job").select("id").where("kind", "=", "backup").execute();

test("the school makes a backup each night, keeps as many as it is told, and an administrator fetches one", async () => {
  const { school, token, read, night } = await scheduled();
  await night();
  await night();
  expect((await read()).backups).toHaveLength(1);
  for (let day = 1; day < 3; day += 1) {
    school.now += DAY;
    await night();
  }
  const { backups, last_backup, next_backup, backup_failed } = await read();
  expect(backups).toHaveLength(2);
  expect(backups[0]).toMatchObject({ scheduled: true, missing: 0, at: last_backup?.at });
  expect(Date.parse(next_backup ?? "")).toBeGreaterThan(school.now);
  expect(backup_failed).toBeNull();
  const file = await school.call(`/staff/jobs/${backups[1]?.job}/file`, { token });
  expect([file.status, file.bytes.length]).toEqual([200, backups[1]?.bytes]);

  // They stay longer than other jobs.
  school.now += 20 * DAY;
  await school.server.cleanUp();
  expect((await read()).backups).toHaveLength(2);
});

test("a backup that was due while the school was closed is made once after its start, whichever server asks", async () => {
  const { school } = await scheduled();
  const other = await school.startAnother();
  school.now += 3 * DAY;
  await Promise.all([school.server.orderBackups(), other.orderBackups()]);
  await school.server.orderBackups();
  expect(await jobs(school)).toHaveLength(1);
  await other.close();
});

test("a backup that failed is said, until one is made", async () => {
  const { school, read, night } = await scheduled();
  await school.server.orderBackups();
  await school.database.write((db) =>
    db
      .updateTable("job")
      .set({ state: "failed", problem: "backup/no_room", ended: school.now })
      .execute(),
  );
  expect((await read()).backup_failed).toMatchObject({ problem: "backup/no_room" });
  school.now += DAY;
  await night();
  expect(await read()).toMatchObject({ backup_failed: null, backups: [{ scheduled: true }] });
});
