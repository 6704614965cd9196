import { networkInterfaces } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { addAccount } from "../../src/server/accounts/account-rows.ts";
import { needsClass } from "../../src/server/cli/demo/class/add-class.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { send } from "./support/client.ts";
import { DEMO_SCHOOL, importDemoSchool } from "./support/demo-school.ts";
import { NOA } from "./support/noa.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";
import { sharedFolder, temporaryFolder } from "./support/temporary-folder.ts";
import { FIXTURE } from "./support/test-school.ts";

/** Starts what `npm start` starts, on a free port, with the fixture's content unless told otherwise. */
const startDemo = (dataDir: string, variables: Record<string, string> = {}) =>
  startServerProcess(
    ["src/server/demo.ts"],
    { DATA_DIR: dataDir, SCHOOL_DIR: FIXTURE, ...variables },
    (said) =>
      said.includes("Press Ctrl-C to stop it.")
        ? ((/listens at (\S+?)\/\n/.exec(said) ?? /open: (\S+?)\/\n/.exec(said))?.[1] ?? null)
        : null,
  );

/** An address of this machine other than the loopback address. */
const outer = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === "IPv4" && !found.internal)?.address;

const dataDir = path.join(sharedFolder(), "data");
let demo: ServerProcess;
const start = () => startDemo(dataDir, { SCHOOL_DIR: DEMO_SCHOOL, TRUSTED_PROXIES: "1" });
beforeAll(async () => {
  await importDemoSchool(dataDir);
  demo = await start();
});
afterAll(() => demo.end("SIGINT"));

const login = (username: string, password = `demo-${username}`) =>
  send(`${demo.address}/api/user/login`, { json: { username, password, sessionId: null } });
const tokens = new Map<string, Promise<string>>();
const tokenOf = (username: string): Promise<string> => {
  const token = tokens.get(username) ?? login(username).then(({ json }) => json.token as string);
  tokens.set(username, token);
  return token;
};
const ask = async (username: string, call: string) =>
  send(`${demo.address}/api${call}`, { token: await tokenOf(username) });
const read = async (username: string, call: string) => (await ask(username, call)).json;

const offered = () =>
  /activate it with ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\n/.exec(demo.text)?.[1] ?? "none";

type Sent = { id: number; subject: string; from: { name: string }; read: boolean; date: string };
const messages = async (username: string): Promise<Sent[]> =>
  (await read(username, "/user/messages")).messages;

test("the demo school names its accounts and a serial number, and lets in this machine alone", async () => {
  for (const name of ["jonas", "yael", "eleni", "camille", "wanjiru"]) {
    expect(demo.text).toContain(name);
    expect(await tokenOf(name)).toEqual(expect.any(String));
  }
  for (const [username, level] of Object.entries({ student: 0, tutor: 10, admin: 100 })) {
    expect(demo.text).toMatch(new RegExp(`${username} +demo-${username}`));
    expect((await login(username)).json.user.level).toBe(level);
  }
  expect(demo.text).not.toMatch(/warning/i);
  const query = new URLSearchParams({ serialNumber: offered() });
  const { json } = await send(`${demo.address}/api/user/check_registration?${query}`);
  expect(json).toEqual({ status: "ok", body: "" });
  const { courses } = await read("student", "/user/courses");
  const today = new Date().toISOString().slice(0, 10);
  const open = (courses as { key: string; user_courses: { expDate: string } }[])
    .filter(({ user_courses }) => user_courses.expDate > today)
    .map(({ key }) => key);
  expect(open.toSorted()).toEqual(["PMB", "SWB"]);
  expect(demo.address).toMatch(/^http:\/\/127\.0\.0\.1:/);
  if (outer === undefined) return;
  const outside = demo.address.replace("127.0.0.1", outer);
  await expect(send(`${outside}/api/health`)).rejects.toThrow(/ECONNREFUSED/);
});

test("the demo's class has conversations with its tutor, with the same texts and ids at each first start", async () => {
  const all = await messages("tutor");
  expect(all).toHaveLength(18);
  expect(all.map(({ id }) => id)).toEqual(Array.from(all, (_, at) => at + 1));
  const said = (at: number) => `${all[at]?.from.name}: ${all[at]?.subject}`;
  expect([0, 5, 16, 17].map(said)).toEqual([
    "Dana Levi: Which paper for the first block?",
    "Ruth Okafor: Abnäher: wie lang?",
    "Yael Mizrahi: איך מחזיקים את הסרט ישר?",
    "Ruth Okafor: Side seam at the hip",
  ]);
  const unread = (sent: Sent[]) => sent.filter((message) => !message.read).map(({ id }) => id);
  expect(unread(all)).toEqual([16, 17]);
  expect(unread(await messages("student"))).toEqual([18]);
  const now = Date.now();
  for (const { date } of all) expect(Date.parse(date)).toBeLessThan(now);
  // The class looks active: the last message is less than a day older than the first start.
  expect(Date.parse(all.at(-1)?.date ?? "")).toBeGreaterThan(now - 86_400_000);
});

test("the demo school creates its class once, however often it is started, and keeps later changes", async () => {
  const serial = offered();
  const change = async (username: string, call: string, method: string, json: object) =>
    send(`${demo.address}/api/user/${call}`, { method, token: await tokenOf(username), json });
  const { measurement } = await read("wanjiru", "/user/measurements/default");
  const name = "After the summer";
  const renamed = await change("wanjiru", `measurements/${measurement.id}`, "PUT", { name });
  expect(renamed.status).toBe(200);
  const own = { current_password: "demo-camille", new_password: "my own password" };
  await change("camille", "change-password", "POST", own);
  expect(await demo.end("SIGINT")).toBe(0);
  tokens.clear();
  demo = await start();
  expect(await messages("tutor")).toHaveLength(18);
  expect((await read("tutor", "/user/assignments?state=uploaded")).assignments).toHaveLength(4);
  const kept = await read("wanjiru", "/user/measurements/default");
  expect(kept.measurement.name).toBe(name);
  const { status, json } = await login("camille", own.new_password);
  expect(status).toBe(200);
  expect(offered()).toBe(serial);
  tokens.set("camille", Promise.resolve(json.token));
  await change("camille", "change-password", "POST", {
    ...{ current_password: own.new_password, new_password: "demo-camille" },
  });
});

test("a class is created in a new database, also after an interrupted start, and in no other", async () => {
  const folder = temporaryFolder();
  const fresh = await openDatabase(path.join(folder, "fresh"), null);
  expect([await needsClass(fresh), await needsClass(fresh)]).toEqual([true, true]);
  const used = await openDatabase(path.join(folder, "used"), null);
  await used.write((db) => addAccount(db, NOA));
  expect(await needsClass(used)).toBe(false);
  await fresh.close();
  await used.close();
});

test("npm start accepts HOST, which lets other machines connect, and a message says so", async () => {
  const demo = await startDemo(temporaryFolder(), { HOST: "0.0.0.0" });
  onTestFinished(async () => void (await demo.end("SIGINT")));
  expect(demo.text).toContain("Other machines can reach it");
  const address = demo.address.replace("0.0.0.0", outer ?? "127.0.0.1");
  expect((await send(`${address}/api/health`)).status).toBe(200);
});
