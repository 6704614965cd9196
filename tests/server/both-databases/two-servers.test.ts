import { beforeAll, expect, onTestFinished, test } from "vitest";
import { daysIn } from "../../../src/server/days.ts";
import { type Answer, send } from "../support/client.ts";
import { FILES, formRequest } from "../support/form.ts";
import { type SchoolProcess, startSchoolProcess } from "../support/school-process.ts";
import { openSchool, PMB } from "../support/test-school.ts";

/** At every moment these two have different days. */
const ZONES = ["Pacific/Kiritimati", "Pacific/Niue"];

const school = openSchool.shared();
let token: string;
let author: number;
let servers: SchoolProcess[];
// While SQLite waits for another server, it keeps its own process waiting.
beforeAll(async () => {
  school.now = Date.now();
  ({ id: author, token } = await school.student({ course: PMB, expDate: null }));
  await school.stop();
  const settings = { ...school.variables, ACCOUNT_STORAGE_MB: "1", REQUESTS_AT_ONCE: "0" };
  servers = await Promise.all(
    ZONES.map((TZ) => startSchoolProcess(school.dataDir, [], { ...settings, TZ })),
  );
  return async () => {
    for (const server of servers) await server.end("SIGTERM");
  };
});

test("two servers at once store no more than an account may have", async () => {
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
  await school.start();
  onTestFinished(() => school.stop());
  const { count } = await school.database.read
    .selectFrom("message")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("author_id", "=", author)
    .executeTakeFirstOrThrow();
  expect(count).toBe(3);
});

test("servers in different zones count the same days", async () => {
  const countedBy = async (address: string) => {
    const today = async (query: string) =>
      (await send(`${address}/api/user/progress/today/${PMB}?${query}`, { token })).json.today.date;
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
});
