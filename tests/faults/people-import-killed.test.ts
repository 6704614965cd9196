import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { send } from "../server/support/client.ts";
import { formRequest } from "../server/support/form.ts";
import { type SchoolProcess, startSchoolProcess } from "../server/support/school-process.ts";
import { TestSchool } from "../server/support/test-school.ts";

const PEOPLE = 3000;

test("an import of people that is killed leaves all as before, and is finished after the restart, once", async () => {
  const school = await TestSchool.open();
  const token = await school.token(await school.add({ level: 100 }));
  const { dataDir } = school;
  await school.stop();
  const read = <Value>(query: string): Value => {
    const database = new DatabaseSync(path.join(dataDir, "school.db"));
    try {
      return database.prepare(query).get() as Value;
    } finally {
      database.close();
    }
  };
  const count = (table: string) =>
    read<{ count: number }>(`select count(*) as count from ${table}`).count;
  const before = { people: count("account"), courses: count("subscription") };

  let server: SchoolProcess = await startSchoolProcess(dataDir);
  const call = (at: string, asking: Parameters<typeof send>[1] = {}) =>
    send(`${server.address}/api${at}`, { token, ...asking });
  const jobOf = async (id: number) => (await call(`/staff/jobs/${id}`)).json.job;
  const until = async (id: number, state: string) => {
    while ((await jobOf(id)).state !== state) await new Promise(setImmediate);
  };
  const lines = Array.from({ length: PEOPLE }, (_, at) => `p${at},p${at}@thimble.example,PMB`);
  const body = Buffer.from(["username,email,courses", ...lines].join("\n"));
  const file = formRequest(token, [{ name: "file", fileName: "people.csv", body }]);
  const check = (await call("/staff/imports", file)).json.id;
  await until(check, "done");
  const json = { rows: "all", invite: false, language: "en" };
  const { id } = (await call(`/staff/imports/${check}/run`, { json })).json;

  for (let kills = 0; kills < 2; kills += 1) {
    await until(id, "running");
    await server.end("SIGKILL");
    const { state } = read<{ state: string }>(`select state from job where id = ${id}`);
    const added = state === "done" ? PEOPLE : 0;
    expect([state, count("account"), count("subscription")]).toEqual([
      state,
      before.people + added,
      before.courses + added,
    ]);
    const database = new DatabaseSync(path.join(dataDir, "school.db"));
    // As if half a minute had passed, after which the claim ends.
    database.exec("update job set claimed_until = 0");
    database.close();
    server = await startSchoolProcess(dataDir);
  }
  await until(id, "done");
  expect(count("account")).toBe(before.people + PEOPLE);
  expect(count("subscription")).toBe(before.courses + PEOPLE);
  expect(await server.end("SIGTERM")).toBe(0);
  expect(count("audit where action = 'imported'")).toBe(1);
  await school.close();
});
