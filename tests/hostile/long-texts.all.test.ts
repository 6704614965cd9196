import { expect, test } from "vitest";
import { TestSchool } from "../server/support/test-school.ts";
import { expectWell } from "./support/expect-well.ts";
import { serveSchool } from "./support/served-school.ts";

const LESSON = "PM/lessons/long.md";

/** A megabyte of short lines that no other seed has. */
const linesOf = (seed: number): string =>
  Array.from({ length: 90_000 }, (_, at) => `${(at * (7919 + 2 * seed)) % 999_983}`).join("\n");

/** What a thread that answers others may need for one call, in ms. */
const MAX_THREAD_MS = 200;

test("texts of a megabyte are compared and merged while others are answered", async () => {
  const school = await TestSchool.open({ hasFolder: true });
  const manager = await school.add({ level: 20 });
  school.now = Date.now();
  const token = await school.token(manager);
  await school.stop();
  const served = await serveSchool(school.variables);
  try {
    const call = (name: string, method = "GET", json?: object) =>
      served.send(`/staff/texts${name}`, { method, token, json });
    const checksums: string[] = [];
    for (const seed of [1, 2, 3]) {
      const replaces = checksums.at(-1) ?? null;
      const saved = await call("/text", "PUT", { path: LESSON, text: linesOf(seed), replaces });
      expect(saved.status).toBe(200);
      checksums.push(saved.json.checksum);
    }
    const { steps } = (await call("/steps")).json;
    const [from, to] = checksums;
    for (const [name, method, status] of [
      [`/difference?path=${LESSON}&from=${from}&to=${to}`, "GET", 200],
      // Nobody can take the second of three texts back that have nothing in common.
      [`/steps/${steps[1].id}/undo`, "POST", 409],
    ] as const) {
      const before = served.threadMs() ?? 0;
      const answer = await call(name, method);
      const used = (served.threadMs() ?? 0) - before;
      expect([name, answer.status, used > MAX_THREAD_MS ? used : 0]).toEqual([name, status, 0]);
    }
  } finally {
    expectWell("long texts", await served.end());
    await school.close();
  }
});
