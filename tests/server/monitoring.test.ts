import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { send } from "./support/client.ts";
import { startSchoolProcess } from "./support/school-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { openSchool, PMB, type TestSchool } from "./support/test-school.ts";

const TOKEN = "a-token-for-monitoring";

const readMetrics = async (school: TestSchool): Promise<Map<string, number>> => {
  const { status, text, headers } = await send(`${school.url}/metrics`, { token: TOKEN });
  expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining("text/plain")]);
  const values = text.matchAll(/^(?!#)(.+) (\S+)$/gm);
  return new Map(Array.from(values, ([, name = "", value]) => [name, Number(value)]));
};

const school = openSchool.shared({ metricsToken: TOKEN });

test("the metrics of a server are read with the token alone", async () => {
  for (const token of [undefined, "", `${TOKEN}x`, (await school.student()).token]) {
    const answer = await send(`${school.url}/metrics`, token === undefined ? {} : { token });
    expect(answer.status).toBe(401);
  }
  const without = await openSchool();
  expect((await send(`${without.url}/metrics`, { token: TOKEN })).status).toBe(404);
});

test("the metrics of a server count requests by area and status, and name nobody", async () => {
  const { token } = await school.student({ course: PMB });
  const before = await readMetrics(school);
  await school.call("/user/progress", { token });
  await school.call("/user/progress");
  await school.call("/made-up-word");
  const after = await readMetrics(school);
  const more = (area: string, status: string) => {
    const name = `learning_space_requests_total{area="${area}",method="GET",status="${status}"}`;
    return (after.get(name) ?? 0) - (before.get(name) ?? 0);
  };
  expect([more("user", "2xx"), more("user", "4xx"), more("other", "4xx")]).toEqual([1, 1, 1]);
  expect([...after.keys()].join()).not.toContain("made-up-word");
  expect(after.get("learning_space_sign_ins_waiting")).toBe(0);
  // The request that reads them.
  expect(after.get("learning_space_requests_under_way")).toBe(1);
  expect(after.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  expect(after.get('learning_space_request_seconds_count{area="user"}')).toBeGreaterThan(1);
});

test("the metrics tell of an uploads folder that is gone, and everything else goes on", async () => {
  const parent = temporaryFolder();
  const uploadsDir = path.join(parent, "uploads");
  const school = await openSchool({ metricsToken: TOKEN, uploadsDir });
  const read = async () => {
    const found = await readMetrics(school);
    return {
      up: found.get('learning_space_disk_up{folder="uploads"}'),
      free: found.get('learning_space_disk_free_bytes{folder="uploads"}'),
      data: found.get('learning_space_disk_free_bytes{folder="data"}'),
      database: found.get("learning_space_database_up"),
    };
  };
  const whole = { up: 1, free: expect.any(Number), data: expect.any(Number), database: 1 };
  expect(await read()).toEqual(whole);
  await rm(uploadsDir, { recursive: true });
  expect(await read()).toEqual({ ...whole, up: 0, free: undefined });
  for (const name of ["/health", "/ready"]) {
    expect((await send(school.url + name)).status).toBe(200);
  }
  await mkdir(uploadsDir);
  expect(await read()).toEqual(whole);
});

test("a server that is asked to stop leaves its balancers first, and answers meanwhile", async () => {
  const dataDir = temporaryFolder();
  const server = await startSchoolProcess(dataDir, [], { LEAVE_SECONDS: "2" });
  const status = (name: string) =>
    send(server.address + name).then(({ json, status: code }) => [code, json.status]);
  expect(await status("/ready")).toEqual([200, "ready"]);
  const ended = server.end("SIGTERM");
  let ready = await status("/ready");
  while (ready[0] === 200) ready = await status("/ready");
  expect(ready).toEqual([503, "leaving"]);
  expect(await status("/health")).toEqual([200, "ok"]);
  expect(await ended).toBe(0);
});
