import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount } from "../../src/server/accounts/account-rows.ts";
import { needsClass } from "../../src/server/cli/demo/class/add-class.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { send } from "./support/client.ts";
import { type DemoProcess, startDemo } from "./support/demo-process.ts";
import { DEMO_SCHOOL, importDemoSchool } from "./support/demo-school.ts";
import { NOA } from "./support/noa.ts";
import { outerAddress } from "./support/outer-address.ts";
import { sharedFolder, temporaryFolder } from "./support/temporary-folder.ts";

const PMB = 11;

const dataDir = path.join(sharedFolder(), "data");
let demo: DemoProcess;
const start = () => startDemo(dataDir, { SCHOOL_DIR: DEMO_SCHOOL, TRUST_PROXY: "1" });
beforeAll(async () => {
  await importDemoSchool(dataDir);
  demo = await start();
});
afterAll(async () => {
  await demo.end();
});

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

/** The serial number that the demo offers. */
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
  const open = courses.map((course: { key: string; user_courses: { expDate: string } }) => [
    course.key,
    course.user_courses.expDate > today,
  ]);
  expect(Object.fromEntries(open)).toEqual({ PMB: true, PMS: false, SWB: true });
  expect(demo.address).toMatch(/^http:\/\/127\.0\.0\.1:/);
  const outside = demo.address.replace("127.0.0.1", outerAddress() ?? "192.0.2.1");
  if (outerAddress()) {
    await expect(send(`${outside}/api/health`)).rejects.toThrow(/ECONNREFUSED/);
  }
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

test("the demo's class has sent pictures and papers that can be opened", async () => {
  const { attachments } = await read("tutor", "/user/messages/15");
  expect(attachments).toMatchObject([{ name: "side seam.jpg", type: "image/jpeg" }]);
  expect(Buffer.from(attachments[0].data, "base64").subarray(0, 3).toString("hex")).toBe("ffd8ff");
  const { assignments } = await read("tutor", "/user/assignments?state=uploaded");
  const waiting = assignments.map((each: { student: { name: string }; lesson_id: number }) => [
    each.student.name,
    each.lesson_id,
  ]);
  expect(waiting).toEqual([
    ["Dana Levi", 144],
    ["Eleni Papadaki", 432],
    ["Jonas Brandt", 224],
    ["Yael Mizrahi", 131],
  ]);
  for (const { id, uploads } of assignments) {
    const [upload] = uploads.slice(-1);
    const name = encodeURIComponent(upload.files[0].name);
    const file = await ask("tutor", `/user/assignments/${id}/uploads/${upload.id}/${name}`);
    expect([file.status, file.bytes.length]).toEqual([200, upload.files[0].size]);
    expect(file.bytes.subarray(0, 4).toString("latin1")).toMatch(/^(%PDF|ÿØÿ)/);
  }
});

test("the demo's class shows every state of an assignment, measurements and notes, and different progress", async () => {
  const { assignments } = await read("student", "/user/assignments");
  const states = assignments.map((each: { lesson_id: number; state: string }) => [
    each.lesson_id,
    each.state,
  ]);
  expect(states).toEqual([
    [112, "accepted"],
    [131, "returned"],
    [144, "uploaded"],
  ]);
  const { today } = await read("student", `/user/progress/today/${PMB}?language=en`);
  expect(today).toMatchObject({ assignments: [{ lesson_id: 131, state: "returned" }] });
  const [next] = await read("student", `/user/progress/nextLesson/${PMB}`);
  expect(next).toMatchObject({ key: "skirt-hip-line", completed: false });
  expect((await read("student", "/user/measurements")).measurements).toHaveLength(3);
  expect((await read("student", "/user/notes")).notes).toHaveLength(3);
  for (const name of ["student", "jonas", "yael", "wanjiru", "tutor", "admin"]) {
    expect((await read(name, "/user/measurements/default")).measurement).not.toBeNull();
  }
  const done = async (username: string) =>
    (await read(username, "/user/progress")).progress.filter(
      (row: { course_id: number; completed: string | null }) =>
        row.course_id === PMB && row.completed,
    ).length;
  const counts = await Promise.all(
    ["camille", "wanjiru", "yael", "student", "jonas", "eleni"].map(done),
  );
  expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
  expect(await read("eleni", `/user/progress/nextLesson/${PMB}`)).toEqual([]);
});

test("the demo school creates its class once, however often it is started, and keeps later changes", async () => {
  const serial = offered();
  const { measurement } = await read("wanjiru", "/user/measurements/default");
  const renamed = await send(`${demo.address}/api/user/measurements/${measurement.id}`, {
    method: "PUT",
    token: await tokenOf("wanjiru"),
    json: { name: "After the summer" },
  });
  expect(renamed.status).toBe(200);
  const own = { current_password: "demo-camille", new_password: "my own password" };
  const token = await tokenOf("camille");
  await send(`${demo.address}/api/user/change-password`, { token, json: own });
  expect(await demo.end()).toBe(0);
  tokens.clear();
  demo = await start();
  expect(await messages("tutor")).toHaveLength(18);
  const waiting = await read("tutor", "/user/assignments?state=uploaded");
  expect(waiting.assignments).toHaveLength(4);
  const kept = await read("wanjiru", "/user/measurements/default");
  expect(kept.measurement.name).toBe("After the summer");
  expect((await login("camille", own.new_password)).status).toBe(200);
  expect(offered()).toBe(serial);
  await send(`${demo.address}/api/user/change-password`, {
    token: (await login("camille", own.new_password)).json.token,
    json: { current_password: own.new_password, new_password: "demo-camille" },
  });
});

test("a class is created in a new database, also after an interrupted start, and in no other", async () => {
  const folder = temporaryFolder();
  const fresh = await openDatabase(path.join(folder, "fresh"), null);
  expect([await needsClass(fresh), await needsClass(fresh)]).toEqual([true, true]);
  const used = await openDatabase(path.join(folder, "used"), null);
  await used.write(async (db) => {
    await addAccount(db, NOA);
  });
  expect(await needsClass(used)).toBe(false);
  await fresh.close();
  await used.close();
});
