import { expect, test } from "vitest";
import { orderJob } from "../../../src/server/jobs/job-rows.ts";
import type { JobHandler } from "../../../src/server/jobs/job-runner.ts";
import { openSchool } from "../support/test-school.ts";

test("people take turns, so that many jobs of one person do not hold up another's", async () => {
  const begun: string[] = [];
  const handler: JobHandler = async ({ job, input, services, end }) => {
    begun.push((input as { name: string }).name);
    // Each takes a while, so that one has been served before another.
    school.now += 1000;
    await services.database.write((db) => end(db, { result: { of: job.id } }));
  };
  const school = await openSchool({ jobHandlers: { "people-quick": handler } });
  const [one, other] = [await school.add({ level: 20 }), await school.add({ level: 20 })];
  const order = (name: string, accountId: number | null) =>
    school.database.write((db) =>
      orderJob(db, school.now, { kind: "people-quick", accountId, level: 20, input: { name } }),
    );
  for (const name of ["one 1", "one 2", "one 3"]) await order(name, one.id);
  for (const name of ["other 1", "other 2"]) await order(name, other.id);
  await order("nobody's", null);
  await school.server.runJobs();
  expect(begun).toEqual(["one 1", "other 1", "nobody's", "one 2", "other 2", "one 3"]);
});

test("a person has three jobs of a kind at once, and others are refused", async () => {
  const school = await openSchool();
  const token = await school.token(await school.add({ level: 100 }));
  const order = () => school.call("/staff/school/backups", { method: "POST", token });
  const answers = await Promise.all(Array.from({ length: 12 }, order));
  const refused = answers.filter(({ status }) => status === 409);
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([3, 9]);
  expect(refused[0]?.json.code).toBe("account/limit_reached");
  const second = await school.token(await school.add({ level: 100 }));
  const other = await school.call("/staff/school/backups", { method: "POST", token: second });
  expect(other.status).toBe(200);
});
