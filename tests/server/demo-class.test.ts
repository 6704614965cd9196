import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount } from "../../src/server/db/accounts.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { needsClass } from "../../src/server/demo/class/create-class.ts";
import { send } from "./support/client.ts";
import { type DemoProcess, startDemo } from "./support/demo-process.ts";
import { DEMO_SCHOOL, importDemoSchool } from "./support/demo-school.ts";
import { NOA } from "./support/noa.ts";
import { sharedFolder, temporaryFolder } from "./support/temporary-folder.ts";

const PMB = 11;

const folder = sharedFolder();
let dataDir: string;
let demo: DemoProcess;
const start = () => startDemo(dataDir, { SCHOOL_DIR: DEMO_SCHOOL });
beforeAll(async () => {
  dataDir = path.join(folder, "data");
  await importDemoSchool(dataDir);
  demo = await start();
});
afterAll(async () => {
  await demo.end();
});

const tokens = new Map<string, Promise<string>>();
const tokenOf = (username: string): Promise<string> => {
  const known = tokens.get(username);
  if (known) return known;
  const json = { username, password: `demo-${username}`, sessionId: null };
  const token = send(`${demo.address}/api/user/login`, { json }).then(
    (answer) => answer.json.token as string,
  );
  tokens.set(username, token);
  return token;
};
const ask = async (username: string, call: string) =>
  send(`${demo.address}/api${call}`, { token: await tokenOf(username) });
const read = async (username: string, call: string) => (await ask(username, call)).json;

type Sent = { id: number; subject: string; from: { name: string }; read: boolean; date: string };
const messages = async (username: string): Promise<Sent[]> =>
  (await read(username, "/user/messages")).messages;

test("the demo's class is named in the start message, and each member can sign in", async () => {
  for (const name of ["student", "jonas", "yael", "eleni", "camille", "wanjiru"]) {
    expect(demo.text).toContain(name);
    expect(await tokenOf(name)).toEqual(expect.any(String));
  }
});

test("the demo's class has conversations with its tutor, with the same texts and ids at each first start", async () => {
  const all = await messages("tutor");
  expect(all.map(({ id, from, subject }) => `${id} ${from.name}: ${subject}`)).toEqual([
    "1 Dana Levi: Which paper for the first block?",
    "2 Ruth Okafor: Which paper for the first block?",
    "3 Dana Levi: Which paper for the first block?",
    "4 Ruth Okafor: Which paper for the first block?",
    "5 Jonas Brandt: Abnäher: wie lang?",
    "6 Ruth Okafor: Abnäher: wie lang?",
    "7 Jonas Brandt: Abnäher: wie lang?",
    "8 Ruth Okafor: Abnäher: wie lang?",
    "9 Wanjiru Kamau: Back after three weeks",
    "10 Ruth Okafor: Back after three weeks",
    "11 Eleni Papadaki: Facing rolls out",
    "12 Ruth Okafor: Facing rolls out",
    "13 Eleni Papadaki: Facing rolls out",
    "14 Ruth Okafor: Facing rolls out",
    "15 Dana Levi: Side seam at the hip",
    "16 Camille Moreau: Combien de temps par semaine ?",
    "17 Yael Mizrahi: איך מחזיקים את הסרט ישר?",
    "18 Ruth Okafor: Side seam at the hip",
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
  expect(
    assignments.map((each: { student: { name: string }; lesson_id: number }) => [
      each.student.name,
      each.lesson_id,
    ]),
  ).toEqual([
    ["Dana Levi", 144],
    ["Eleni Papadaki", 432],
    ["Jonas Brandt", 224],
    ["Yael Mizrahi", 131],
  ]);
  for (const { id, uploads } of assignments) {
    const [upload] = uploads.slice(-1);
    const name = encodeURIComponent(upload.files[0].name);
    const file = await ask("tutor", `/user/assignments/${id}/uploads/${upload.id}/${name}`);
    expect(file.status).toBe(200);
    expect(file.bytes.length).toBe(upload.files[0].size);
    expect(file.bytes.subarray(0, 4).toString("latin1")).toMatch(/^(%PDF|ÿØÿ)/);
  }
});

test("the demo's class shows the demo student every state of an assignment, and completed and open lessons", async () => {
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
  const [last] = await read("student", `/user/progress/previousLesson/${PMB}`);
  expect(last).toMatchObject({ key: "skirt-hip-line", completed: false });
  expect(next).toMatchObject({ key: "skirt-hip-line", completed: false });
});

test("the demo's class has students with different progress", async () => {
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

test("the demo's class has measurements and notes, and so have tutor and administrator", async () => {
  const { measurements } = await read("student", "/user/measurements");
  expect(measurements).toHaveLength(3);
  const { measurement } = await read("student", "/user/measurements/default");
  expect(measurement).toMatchObject({ name: "Me", values: { waist_girth: 72.5 } });
  for (const name of ["jonas", "yael", "wanjiru", "tutor", "admin"]) {
    expect((await read(name, "/user/measurements/default")).measurement).not.toBeNull();
  }
  expect((await read("student", "/user/notes")).notes).toHaveLength(3);
});

test("the demo's class is created once, however often the demo is started, and keeps later changes", async () => {
  const { measurement } = await read("wanjiru", "/user/measurements/default");
  const renamed = await send(`${demo.address}/api/user/measurements/${measurement.id}`, {
    method: "PUT",
    token: await tokenOf("wanjiru"),
    json: { name: "After the summer" },
  });
  expect(renamed.status).toBe(200);
  await demo.end();
  tokens.clear();
  demo = await start();
  expect(await messages("tutor")).toHaveLength(18);
  const waiting = await read("tutor", "/user/assignments?state=uploaded");
  expect(waiting.assignments).toHaveLength(4);
  const kept = await read("wanjiru", "/user/measurements/default");
  expect(kept.measurement.name).toBe("After the summer");
});

test("a class is created in a new database, also after an interrupted start, and in no other", async () => {
  const folder = temporaryFolder();
  const fresh = await openDatabase(path.join(folder, "fresh"), null);
  expect(await needsClass(fresh)).toBe(true);
  expect(await needsClass(fresh)).toBe(true);
  const used = await openDatabase(path.join(folder, "used"), null);
  await used.write(async (db) => {
    await addAccount(db, NOA);
  });
  expect(await needsClass(used)).toBe(false);
  await fresh.close();
  await used.close();
});
