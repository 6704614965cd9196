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

  test("a school whose PostgreSQL refuses connections says when to try again, and recovers by itself", async () => {
    await isBack(101);
    await line.cut();
    await refusesAll("server/database_away");
    await line.restore();
    await isBack(102);
  });

  test("a school whose PostgreSQL falls silent says so, and recovers by itself", async () => {
    await isBack(101);
    line.fallSilent();
    // Who comes while others have waited for a second is refused at once.
    await refusesAll("server/database_away", "server/overloaded");
    await line.restore();
    await isBack(102);
  });
});

describe("a feed of changes", () => {
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
      vi.advanceTimersByTime(1000);
      vi.advanceTimersByTime(1000);
      vi.advanceTimersByTime(999);
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
});
