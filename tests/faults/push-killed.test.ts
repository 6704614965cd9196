import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { openPushingSchool } from "../server/support/pushing-school.ts";
import { listensAt } from "../server/support/school-process.ts";
import { startServerProcess } from "../server/support/server-process.ts";
import { openSchool } from "../server/support/test-school.ts";

test.each<[string, "onHandshake" | "onPush", number]>([
  ["before a device is told, the next one tells it", "onHandshake", 1],
  ["after a device was told, the next one does not tell it again", "onPush", 0],
])("when a server is killed %s", async (_, moment, toldAgain) => {
  const opened = await openPushingSchool(openSchool);
  const { school, service, mailServer, studentWithDevice, say } = opened;
  const student = await studentWithDevice();
  await say(student, "Darts");
  const { dataDir } = school;
  await school.stop();
  const start = () =>
    startServerProcess(
      ["tests/faults/support/serve-with-push.ts"],
      {
        DATA_DIR: dataDir,
        UPLOADS_RESERVE: "0",
        SMTP_URL: mailServer.address,
        PUSH_PORT: String(service.port),
      },
      listensAt,
    );
  /** As if minutes had passed, after which a claim ends. */
  const letTimePass = () => {
    const database = new DatabaseSync(path.join(dataDir, "school.db"));
    database.exec(`update news_due set due = 0, claimed_until = 0;
      update push_device set due = 0 where due is not null`);
    database.close();
  };
  letTimePass();

  const killed = Promise.withResolvers<void>();
  const server = await start();
  service[moment] = async () => {
    service[moment] = () => undefined;
    await server.end("SIGKILL");
    killed.resolve();
    return undefined;
  };
  await killed.promise;
  const told = () => student.device.messages.map(({ body }) => body);
  if (moment === "onPush") await vi.waitUntil(() => told().length === 1);
  expect(told()).toHaveLength(1 - toldAgain);

  letTimePass();
  const next = await start();
  await vi.waitUntil(() => told().length === 1, { timeout: 20_000 });
  // Further news shows that nothing else was waiting.
  await next.end("SIGTERM");
  await school.start();
  school.now = Date.now();
  await say(student, "Hems");
  await opened.pass();
  expect(told()).toEqual(["You have a new message: Darts", "You have a new message: Hems"]);
  expect(mailServer.to(student.email).length).toBeGreaterThan(0);
});
