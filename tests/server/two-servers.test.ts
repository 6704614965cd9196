import { afterAll, describe, expect, test } from "vitest";
import { send } from "./support/client.ts";
import { FILES, formRequest } from "./support/form.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { startSchoolProcess } from "./support/school-process.ts";
import { TestSchool } from "./support/test-school.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

describe.each(["SQLite", "PostgreSQL"])("two servers of a school on %s", (kind) => {
  const tested = kind === "PostgreSQL" && !cluster ? test.skip : test;

  tested("store no more together than one account may, also at the same moment", async () => {
    const databaseUrl = kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;
    const school = await TestSchool.open({
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
    const post = (address: string) =>
      send(
        `${address}/api/user/messages`,
        formRequest(token, [
          { name: "subject", body: "Darts" },
          { name: "body", body: "How?" },
          { name: "attachments", fileName: "a.jpg", body: FILES.jpeg(300_000) },
        ]),
      );
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
    await school.close();
  });
});
