import { expect, test } from "vitest";
import { isAll } from "../../scripts/test/round.ts";
import { contentFile } from "../../src/server/store/store.ts";
import { send } from "../server/support/client.ts";
import { importFolder } from "../server/support/content-source.ts";
import { formRequest } from "../server/support/form.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { openSchool } from "../server/support/test-school.ts";
import { databaseOf, until } from "./support/database-of.ts";
import { folderWithPhotos, PHOTO_STATE, PHOTOS } from "./support/photo-folder.ts";

/** They are written in three parts. */
const PEOPLE = 450;

const openWithDatabase = async () => {
  const school = await openSchool();
  return { school, dataDir: school.dataDir, ...databaseOf(school.dataDir) };
};

test("an import of people that is killed leaves all as before or goes on after the restart, and is there once", async () => {
  const { school, dataDir, row, endLeases } = await openWithDatabase();
  const token = await school.token(await school.add({ level: 100 }));
  await school.stop();
  const count = (table: string) => Number(row(`select count(*) as count from ${table}`).count);
  const before = { people: count("account"), courses: count("subscription") };

  let server = await startSchoolProcess(dataDir);
  const call = (at: string, asking: Parameters<typeof send>[1] = {}) =>
    send(`${server.address}/api${at}`, { token, ...asking });
  const stateOf = async (id: number) => (await call(`/staff/jobs/${id}`)).json.job.state;
  const lines = Array.from({ length: PEOPLE }, (_, at) => `p${at},p${at}@thimble.example,PMB`);
  const body = Buffer.from(["username,email,courses", ...lines].join("\n"));
  const file = formRequest(token, [{ name: "file", fileName: "people.csv", body }]);
  const check = (await call("/staff/imports", file)).json.id;
  await until(async () => (await stateOf(check)) === "done");
  const json = { rows: "all", invite: false, language: "en" };
  const { id } = (await call(`/staff/imports/${check}/run`, { json })).json;

  // While it looks through the file, and between two parts.
  for (const written of [0, PEOPLE / 2]) {
    await until(async () => count("subscription") >= before.courses + written);
    await until(async () => ["running", "done"].includes(await stateOf(id)));
    await server.end("SIGKILL");
    const { state } = row(`select state from job where id = ${id}`);
    const added = count("account") - before.people;
    expect([state, added]).toEqual([added === PEOPLE ? state : "running", added]);
    expect(count("subscription") - before.courses).toBe(added);
    endLeases();
    server = await startSchoolProcess(dataDir);
  }
  await until(async () => (await stateOf(id)) === "done");
  const { result } = row(`select result from job where id = ${id}`);
  const counts = { add: PEOPLE, change: 0, same: 0, wrong: 0 };
  expect(JSON.parse(`${result}`).counts).toEqual(counts);
  expect(count("account")).toBe(before.people + PEOPLE);
  expect(count("subscription")).toBe(before.courses + PEOPLE);
  expect(await server.end("SIGTERM")).toBe(0);
  expect(count("audit where action = 'imported'")).toBe(1);
});

if (isAll())
  test("a server that is killed while it converts photos goes on with the rest after the restart", async () => {
    const { school, dataDir, row, rows, endLeases } = await openWithDatabase();
    // A job that ended a week ago is swept.
    school.now = Date.now();
    await importFolder(school, await folderWithPhotos());
    await school.stop();
    const found = () => row(PHOTO_STATE);
    /** The smaller forms that are named and not whole. */
    const damaged = async () => {
      const found: string[] = [];
      for (const { checksum } of rows("select checksum from picture_variant")) {
        const name = `${checksum}`;
        if ((await diskStore(dataDir).checksumOf(contentFile(name))) !== name) found.push(name);
      }
      return found;
    };

    endLeases();
    let server = await startSchoolProcess(dataDir);
    await until(() => Number(found().converted) >= 1);
    await server.end("SIGKILL");
    const state = found();
    expect(Number(state.converted) + Number(state.waiting)).toBe(PHOTOS);
    expect(await damaged()).toEqual([]);
    endLeases();
    server = await startSchoolProcess(dataDir);
    await until(() => found().open === 0);
    expect(found()).toMatchObject({ versions: 1, job: "done", waiting: 0, converted: PHOTOS });
    expect(await damaged()).toEqual([]);
    expect(await server.end("SIGTERM")).toBe(0);
  });
