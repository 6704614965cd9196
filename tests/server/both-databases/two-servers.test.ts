import { beforeAll, expect, onTestFinished, test } from "vitest";
import { FailedAttempts } from "../../../src/server/accounts/failed-attempts.ts";
import { daysIn } from "../../../src/server/days.ts";
import { type Answer, type Asking, send } from "../support/client.ts";
import { FILES, formRequest } from "../support/form.ts";
import { type SchoolProcess, startSchoolProcess } from "../support/school-process.ts";
import { openSchool, PMB } from "../support/test-school.ts";

/** At every moment these two have different days. */
const ZONES = ["Pacific/Kiritimati", "Pacific/Niue"];
/** More than an account may have notes on. */
const LESSONS = [101, 102, 103, 104, 105, 106, 107, 108, 109, 201];

const school = openSchool.shared();
let token: string;
let author: number;
let servers: SchoolProcess[];
// While SQLite waits for another server, it keeps its own process waiting.
beforeAll(async () => {
  school.now = Date.now();
  ({ id: author, token } = await school.student({ course: PMB, expDate: null }));
  await school.stop();
  const limits = { ACCOUNT_STORAGE_MB: "1", ACCOUNT_TABLES: "5", ACCOUNT_NOTES: "5" };
  const settings = { ...school.variables, ...limits, REQUESTS_AT_ONCE: "0" };
  servers = await Promise.all(
    ZONES.map((TZ) => startSchoolProcess(school.dataDir, [], { ...settings, TZ })),
  );
  return async () => {
    for (const server of servers) await server.end("SIGTERM");
  };
});

/** A call of the person, and its path. */
type Sent = Asking & { path: string };

const countOf = async (table: "message" | "measurement" | "note"): Promise<number> => {
  const owner = table === "message" ? "author_id" : "account_id";
  const rows = school.database.read.selectFrom(table).select(owner).where(owner, "=", author);
  return (await rows.execute()).length;
};

test.each<[string, "message" | "measurement" | "note", number, number, (at: number) => Sent]>([
  [
    ...(["files", "message", 3, 507] as const),
    () => {
      const words = Object.entries({ subject: "Darts", body: "How?" });
      const parts = words.map(([name, body]) => ({ name, body }));
      const photo = { name: "attachments", fileName: "a.jpg", body: FILES.jpeg(300_000) };
      return { path: "messages", ...formRequest(token, [...parts, photo]) };
    },
  ],
  ["tables", "measurement", 5, 409, () => ({ path: "measurements", token, json: { name: "D" } })],
  [
    ...(["notes", "note", 5, 409] as const),
    (at) => ({ path: `notes/${LESSONS[at]}`, method: "PUT", token, json: { text: "A dart." } }),
  ],
])(
  "two servers at once store no more %s than an account may have",
  async (_, table, most, status, request) => {
    const ask = async (address: string, at: number): Promise<Answer> => {
      const { path, ...asking } = request(at);
      const answer = await send(`${address}/api/user/${path}`, asking);
      // On a busy machine the school asks to come again, as it does with the app.
      return answer.status === 503 ? ask(address, at) : answer;
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => servers[at % 2]?.address ?? "").map(ask),
    );
    const refused = answers.filter((answer) => answer.status >= 400);
    expect(refused.map((answer) => answer.status)).toEqual(Array(10 - most).fill(status));
    await school.start();
    onTestFinished(() => school.stop());
    expect(await countOf(table)).toBe(most);
  },
);

test("attempts that count whatever their end are no more than allowed, however many come at once", async () => {
  await school.start();
  onTestFinished(() => school.stop());
  const sharing = [0, 1].map(() => new FailedAttempts(school.database, Date.now));
  const budgets = [{ key: "at once", failures: 3 }];
  const taken = Array.from({ length: 10 }, () => sharing.map((each) => each.take(budgets)));
  const waits = await Promise.all(taken.flat());
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
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
