import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLesson } from "../../src/contract/content.ts";
import { getProgress, putSession } from "../../src/contract/progress.ts";
import { createRetries } from "../../src/transport/retry-refused.ts";
import { createTransport } from "../../src/transport/transport.ts";
import { expectWell } from "./support/expect-well.ts";
import { type PreparedSchool, prepareSchool } from "./support/prepared-school.ts";

const SOCKETS = 200;
/** Requests that each of them has under way. */
const UNDER_WAY = 10;
const ROUNDS = 10;
const MAX_ROUNDS = 1000;
const ENOUGH_REFUSED = 500;

/** What can wait, so that it is refused before those who study. */
const REQUEST = "GET /api/organizations/1/announcements/active HTTP/1.1\r\nHost: a\r\n\r\n";

interface Flood {
  answered: number;
  refused: number;
  /** Refusals that say when to come back, in seconds. */
  readonly times: Set<number>;
  readonly others: Set<string>;
}

/** Clients that send a new request for each answer, whatever the answer says. @returns a function that ends them */
const startFlood = (address: string, flood: Flood): (() => void) => {
  const { hostname, port } = new URL(address);
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(REQUEST.repeat(UNDER_WAY)));
    socket.setEncoding("latin1");
    let last = "";
    socket.on("data", (chunk) => {
      const text = last + chunk;
      const heads = text.split("HTTP/1.1 ");
      // The last one may not be complete.
      last = `HTTP/1.1 ${heads.pop() ?? ""}`;
      for (const head of heads.slice(1)) count(head, flood);
      if (heads.length > 1) socket.write(REQUEST.repeat(heads.length - 1));
    });
    socket.on("error", () => {});
    return socket;
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
};

const count = (head: string, flood: Flood): void => {
  const status = head.slice(0, 3);
  const retryAfter = /^retry-after: (\d+)\r$/im.exec(head)?.[1];
  if (status === "401" || status === "200") flood.answered += 1;
  else if (status === "503" && retryAfter !== undefined) {
    flood.refused += 1;
    flood.times.add(Number(retryAfter));
  } else flood.others.add(status);
};

describe("a school that gets more requests than it can answer", { timeout: 600_000 }, () => {
  let school: PreparedSchool;
  beforeAll(async () => {
    school = await prepareSchool(undefined);
  });
  afterAll(() => school.close());

  /** The app's own way of sending calls. */
  const openStudent = () => {
    const token = school.token("owner");
    const { send } = createTransport({
      base: `${school.served.address}/api`,
      token: () => token,
      onUnauthorized: () => {},
      onReach: () => {},
    });
    const retrying = createRetries({
      random: Math.random,
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      onBusy: () => {},
    });
    return retrying(send);
  };

  test("an overloaded school refuses what can wait, serves a student who goes on, and then everybody", async () => {
    const send = openStudent();
    const flood: Flood = { answered: 0, refused: 0, times: new Set(), others: new Set() };
    const endFlood = startFlood(school.served.address, flood);
    const isEnough = (round: number) => round >= ROUNDS && flood.refused >= ENOUGH_REFUSED;
    for (let round = 0; round < MAX_ROUNDS && !isEnough(round); round += 1) {
      const lesson = await send(getLesson, {
        params: { productKey: "PM", lessonKey: "paper" },
        query: { language: "en" },
      });
      expect(lesson).toMatchObject({ ok: true });
      const opened = await send(putSession, {
        params: { lessonId: 101 },
        headers: { "idempotency-key": randomUUID() },
        body: { lesson_id: 101, package_id: 1 },
      });
      expect(opened).toMatchObject({ ok: true });
    }
    endFlood();
    expect([...flood.others]).toEqual([]);
    expect(flood.refused).toBeGreaterThanOrEqual(ENOUGH_REFUSED);
    expect(flood.answered).toBeGreaterThan(0);
    expect(flood.times.size).toBeGreaterThan(1);
    await expect.poll(async () => (await school.served.send("/organizations/1")).status).toBe(200);
    expect(await send(getProgress, {})).toMatchObject({ ok: true });
    const watched = await school.served.end();
    const warnings = watched.errors.filter((line) => line.includes("Overload"));
    expect(warnings.length).toBeGreaterThan(0);
    expectWell("overload", { ...watched, errors: [] });
  });
});
