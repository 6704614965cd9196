import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { send } from "./support/client.ts";
import { handIns } from "./support/hand-ins.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { S3Server } from "./support/s3-server.ts";
import { startSchoolProcess } from "./support/school-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { openSchool, PMB } from "./support/test-school.ts";

/** Two servers whose clocks stand still, so that nothing they remember gets too old. */
const openBoth = async () => {
  const school = await openSchool();
  const other = await school.startAnother();
  onTestFinished(() => other.close());
  const student = await school.student({ course: PMB });
  const at = (server: string, token = student.token) =>
    send(`${server}/api/user/progress`, { token }).then(({ status }) => status);
  /** Until both servers know the student, and hear of changes. */
  const known = () =>
    vi.waitFor(async () => {
      for (const { address, database } of [school.server, other]) {
        expect(database.changesOfOthers()).not.toBeNull();
        expect(await at(address)).toBe(200);
      }
    });
  return { school, other, student, at, known };
};

test("who signs out at one is signed out at the other, and whom a command blocks is so at both", async () => {
  const { school, other, student, at, known } = await openBoth();
  await known();
  const again = await school.token(student);
  await school.call("/user/logout", { method: "POST", token: student.token });
  await vi.waitFor(async () => expect(await at(other.address)).toBe(401));
  const { read } = school.database;
  expect(await at(other.address, again)).toBe(200);
  await sql`update account set blocked = 1 where id = ${student.id}`.execute(read);
  for (const { address } of [school.server, other]) {
    await vi.waitFor(async () => expect(await at(address, again)).toBe(401));
  }
});

test("what happened while a server heard nothing counts once it hears again", async () => {
  const { school, other, student, at, known } = await openBoth();
  await known();
  const { read } = school.database;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database()
    and (query = 'listen learning_space' or query like 'select pg_notify%')`.execute(read);
  await sql`update account set blocked = 1 where id = ${student.id}`.execute(read);
  for (const { address } of [school.server, other]) {
    await vi.waitFor(async () => {
      school.now += 100;
      expect(await at(address)).toBe(401);
    });
  }
});

test("a site that a command adds or removes is known at both, without asking the database", async () => {
  // The intervals in which servers ask the database themselves never end.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const { school, other, known } = await openBoth().finally(() => vi.useRealTimers());
  await known();
  const site = "https://www.tailors.example";
  const allowed = async () => {
    const path = `/api/sites?origin=${encodeURIComponent(site)}`;
    const servers = [school.server, other];
    const answers = await Promise.all(servers.map(({ address }) => send(address + path)));
    return answers.map(({ json }) => json.allowed);
  };
  expect(await allowed()).toEqual([false, false]);
  for (const [word, expected] of [
    ["add", true],
    ["remove", false],
  ] as const) {
    expect(await runInProcess(["site", word, site], school.variables)).toMatchObject({ code: 0 });
    await vi.waitFor(async () => expect(await allowed()).toEqual([expected, expected]));
  }
});

const s3 = await S3Server.start();
afterAll(() => s3.stop());

test("two servers with disks of their own share what is in the bucket", async () => {
  const school = await openSchool({ bucket: s3.of(`shared-${randomUUID()}/`) });
  await school.moveFiles("bucket");
  const dataDir = temporaryFolder();
  const second = await startSchoolProcess(dataDir, [], { ...school.variables, DATA_DIR: dataDir });
  onTestFinished(async () => {
    await second.end("SIGTERM");
  });
  const { student, handIn, mine } = handIns(() => school);
  const { token } = await student();
  await handIn(token);
  const [{ uploads }] = await mine(token);
  const [{ id, files }] = uploads;
  const own = `/user/assignments/108/uploads/${id}/${files[0].name}`;
  const sheet = "/assets/fetchData?product=PM&title=sheet.pdf";
  for (const address of [own, sheet]) {
    const answer = await send(`${second.address}/api${address}`, { token });
    const here = await school.call(address, { token });
    expect([answer.status, answer.bytes.equals(here.bytes)]).toEqual([200, true]);
  }
  expect(await readdir(path.join(dataDir, "uploads"))).toEqual([]);
});
