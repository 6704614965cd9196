import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getLesson } from "../../src/contract/content.ts";
import { getProgress, putSession } from "../../src/contract/progress.ts";
import { createRetries } from "../../src/transport/retry-refused.ts";
import { createTransport } from "../../src/transport/transport.ts";
import { startFlood } from "../support/flood.ts";
import { expectWell } from "./support/expect-well.ts";
import { sharedSchool } from "./support/prepared-school.ts";

const ROUNDS = 10;
const MAX_ROUNDS = 1000;
const ENOUGH_REFUSED = 500;

/** What can wait, so that it is refused before those who study. */
const CAN_WAIT = "/api/organizations/1/announcements/active";

const school = sharedSchool();

/** The app's own way of sending calls. */
const openStudent = () => {
  const token = school().token("owner");
  const base = `${school().served.address}/api`;
  const heard = { onUnauthorized: () => {}, onReach: () => {} };
  const { send } = createTransport({ base, token: () => token, ...heard });
  const retrying = createRetries({
    random: Math.random,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onBusy: () => {},
  });
  return retrying(send);
};

test("an overloaded school refuses what can wait, serves a student who goes on, and then everybody", {
  timeout: 600_000,
}, async () => {
  const send = openStudent();
  const { flood, end: endFlood } = startFlood(school().served.address, [CAN_WAIT]);
  const isEnough = (round: number) => round >= ROUNDS && flood.refused >= ENOUGH_REFUSED;
  for (let round = 0; round < MAX_ROUNDS && !isEnough(round); round += 1) {
    const params = { productKey: "PM", lessonKey: "paper" };
    const lesson = await send(getLesson, { params, query: { language: "en" } });
    expect(lesson).toMatchObject({ ok: true });
    const headers = { "idempotency-key": randomUUID() };
    const body = { lesson_id: 101, package_id: 1 };
    const opened = await send(putSession, { params: { lessonId: 101 }, headers, body });
    expect(opened).toMatchObject({ ok: true });
  }
  endFlood();
  expect([...flood.others]).toEqual([]);
  expect(flood.refused).toBeGreaterThanOrEqual(ENOUGH_REFUSED);
  expect(flood.answered).toBeGreaterThan(0);
  expect(flood.times.size).toBeGreaterThan(1);
  await expect.poll(async () => (await school().served.send("/organizations/1")).status).toBe(200);
  expect(await send(getProgress, {})).toMatchObject({ ok: true });
  const watched = await school().served.end();
  const warnings = watched.errors.filter((line) => line.includes("Overload"));
  expect(warnings.length).toBeGreaterThan(0);
  expectWell("overload", { ...watched, errors: [] });
});
