import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";
import { daysIn } from "../../src/server/days.ts";
import { takeTurn } from "../../src/server/db/take-turn.ts";
import { type Answer, send } from "./support/client.ts";
import { FILES, formRequest } from "./support/form.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { startSchoolProcess } from "./support/school-process.ts";
import { DAY, MINUTE, openSchool, PMB } from "./support/test-school.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

describe.each(["SQLite", "PostgreSQL"])("two servers of a school on %s", (kind) => {
  const tested = kind === "PostgreSQL" && !cluster ? test.skip : test;

  tested("two servers at once store no more than an account may have", async () => {
    const databaseUrl = kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;
    const school = await openSchool({
      databaseUrl,
      accountLimits: { storageBytes: 1024 * 1024, requestsAtOnce: 0 },
    });
    const { id, token } = await school.student();
    const { dataDir, variables } = school;
    const settings = { ...variables, ACCOUNT_STORAGE_MB: "1", REQUESTS_AT_ONCE: "0" };
    // While SQLite waits for another server, it keeps its own process waiting.
    const servers = [
      { address: school.url, end: () => school.stop() },
      kind === "SQLite"
        ? await startSchoolProcess(dataDir, [], settings)
        : await school.startAnother().then((server) => ({
            address: server.address,
            end: () => server.close(),
          })),
    ];
    const post = async (address: string): Promise<Answer> => {
      const answer = await send(
        `${address}/api/user/messages`,
        formRequest(token, [
          { name: "subject", body: "Darts" },
          { name: "body", body: "How?" },
          { name: "attachments", fileName: "a.jpg", body: FILES.jpeg(300_000) },
        ]),
      );
      // On a busy machine the school asks to come again, as it does with the app.
      return answer.status === 503 ? post(address) : answer;
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => servers.map(({ address }) => post(address))).flat(),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(3).fill(201),
      ...Array(17).fill(507),
    ]);
    for (const server of servers) await server.end("SIGTERM");
    await school.start();
    const { count } = await school.database.read
      .selectFrom("message")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("author_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(3);
  });
});

describe.each(["SQLite", "PostgreSQL"])("two servers in different time zones on %s", (kind) => {
  const tested = kind === "PostgreSQL" && !cluster ? test.skip : test;

  tested("servers in different zones count the same days", async () => {
    const databaseUrl = kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;
    const school = await openSchool({ databaseUrl });
    school.now = Date.now();
    const { token } = await school.student({ course: PMB, expDate: null });
    await school.stop();
    // At every moment these two have different days.
    const servers = await Promise.all(
      ["Pacific/Kiritimati", "Pacific/Niue"].map((TZ) =>
        startSchoolProcess(school.dataDir, [], { ...school.variables, TZ }),
      ),
    );
    const countedBy = async (address: string) => {
      const today = async (query: string) =>
        (await send(`${address}/api/user/progress/today/${PMB}?${query}`, { token })).json.today
          .date;
      const json = { policy: "mediaconsent", accepted: true };
      const policy = `${address}/api/user/accept-policy`;
      const { accepted } = (await send(policy, { token, json })).json;
      return [await today(""), accepted, await today("zone=Asia/Tokyo")];
    };
    const present = () => ["UTC", "UTC", "Asia/Tokyo"].map((zone) => daysIn(zone).of(Date.now()));
    const before = present();
    for (const { address } of servers) {
      const counted = await countedBy(address);
      // Midnight may have passed meanwhile.
      expect([before, present()]).toContainEqual(counted);
    }
    for (const server of servers) await server.end("SIGTERM");
  });
});

describe.skipIf(!cluster)("two servers on PostgreSQL", () => {
  /** Two servers whose clocks stand still, so that nothing they remember gets too old. */
  const openBoth = async () => {
    const school = await openSchool({ databaseUrl: await cluster?.createDatabase() });
    const other = await school.startAnother();
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
    const end = async () => {
      await other.close();
      await school.close();
    };
    return { school, other, student, at, known, end };
  };

  test("a person who signs out at one is signed out at the other", async () => {
    const { school, other, student, at, known, end } = await openBoth();
    await known();
    await school.call("/user/logout", { method: "POST", token: student.token });
    await vi.waitFor(async () => expect(await at(other.address)).toBe(401));
    await end();
  });

  test("an account that a command blocks opens nothing at either", async () => {
    const { school, other, student, at, known, end } = await openBoth();
    await known();
    await sql`update account set blocked = 1 where id = ${student.id}`.execute(
      school.database.read,
    );
    for (const { address } of [school.server, other]) {
      await vi.waitFor(async () => expect(await at(address)).toBe(401));
    }
    await end();
  });

  test("what happened while a server heard nothing counts once it hears again", async () => {
    const { school, other, student, at, known, end } = await openBoth();
    await known();
    const { read } = school.database;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen learning_space' or query like 'select pg_notify%'`.execute(read);
    await sql`update account set blocked = 1 where id = ${student.id}`.execute(read);
    for (const { address } of [school.server, other]) {
      await vi.waitFor(async () => {
        school.now += 100;
        expect(await at(address)).toBe(401);
      });
    }
    await end();
  });

  test("a site that a command adds or removes is known at both, without asking the database", async () => {
    // The intervals in which servers ask the database themselves never end.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const { school, other, known, end } = await openBoth().finally(() => vi.useRealTimers());
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
    await end();
  });

  test("scheduled work is done by one of them", async () => {
    const { school, other, end } = await openBoth();
    const turns = (now: number) =>
      Promise.all(
        [school.database, other.database, school.database].map((database) =>
          takeTurn(database, "sweeping", now, DAY),
        ),
      ).then((taken) => taken.filter(Boolean).length);
    expect(await turns(school.now)).toBe(1);
    expect(await turns(school.now + DAY - MINUTE)).toBe(0);
    expect(await turns(school.now + DAY)).toBe(1);
    // A clock that was set back does not keep everybody waiting.
    expect(await turns(school.now)).toBe(1);
    await end();
  });
});
