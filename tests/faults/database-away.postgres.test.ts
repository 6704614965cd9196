import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ChangeFeed } from "../../src/server/db/change-feed.ts";
import { send } from "../server/support/client.ts";
import { newDatabase } from "../server/support/new-database.ts";
import { PMB, TestSchool } from "../server/support/test-school.ts";
import { Line } from "../support/line.ts";

/** A line to a new database, and the database's address at the near end of it. */
const openOwnLine = async () => {
  const databaseUrl = new URL(await newDatabase());
  const line = await Line.open(databaseUrl.href);
  databaseUrl.host = line.host;
  // Far more than a query takes, and less than the ten seconds of a school.
  databaseUrl.searchParams.set("query_timeout", "2000");
  return { line, databaseUrl: databaseUrl.href };
};

describe("a school whose PostgreSQL is away", () => {
  let line: Line;
  let school: TestSchool;
  let token: string;
  beforeAll(async () => {
    const own = await openOwnLine();
    line = own.line;
    school = await TestSchool.open({ databaseUrl: own.databaseUrl });
    token = (await school.student({ course: PMB })).token;
  });
  afterAll(async () => {
    await school.close();
    await line.cut();
  });

  const health = () => send(`${school.url}/health`);

  const refusesAll = async (...codes: string[]) => {
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => school.call("/user/progress", { token })),
      school.complete(token, 101),
      school.login("nobody"),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(codes).toContain(answer.json.code);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    // What was known a moment before may still be told.
    await expect.poll(async () => (await health()).status).toBe(503);
    expect((await health()).json).toEqual({ status: "database away" });
  };

  const isBack = async (lesson: number) => {
    expect((await school.complete(token, lesson)).status).toBe(200);
    expect((await school.call("/user/progress", { token })).status).toBe(200);
    await expect.poll(async () => (await health()).status).toBe(200);
  };

  test.each([
    ["refuses connections", () => line.cut(), []],
    // Who comes while others have waited for a second is refused at once.
    ["falls silent", () => line.fallSilent(), ["server/overloaded"]],
  ])(
    "a school whose PostgreSQL %s says when to try again, and recovers by itself",
    async (_, fail, codes) => {
      await isBack(101);
      await fail();
      await refusesAll("server/database_away", ...codes);
      await line.restore();
      await isBack(102);
    },
  );
});

test("a feed of changes sends a silent database no further query, and connects again", async () => {
  const { line, databaseUrl } = await openOwnLine();
  const feed = new ChangeFeed(databaseUrl);
  const sent = vi.spyOn(pg.Client.prototype, "query");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    feed.onChange(() => {});
    await vi.waitUntil(() => feed.state === 1);
    line.fallSilent();
    sent.mockClear();
    for (const passed of [1000, 1000, 999]) vi.advanceTimersByTime(passed);
    expect(sent).toHaveBeenCalledTimes(1);
    await line.restore();
    await vi.waitUntil(() => {
      vi.advanceTimersByTime(500);
      return feed.state === 2;
    });
  } finally {
    vi.useRealTimers();
    sent.mockRestore();
    await feed.close();
    await line.cut();
  }
});
