import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getVoice } from "../../../src/contract/assignments.ts";
import { getAsset, getLesson, getSkeleton } from "../../../src/contract/content.ts";
import { getMeasurements } from "../../../src/contract/measurements.ts";
import { getProgress, getToday, putComplete } from "../../../src/contract/progress.ts";
import { getGlossary } from "../../../src/contract/reference.ts";
import { createAnswerStore } from "../../../src/kept/answer-store.ts";
import { createKept } from "../../../src/kept/kept.ts";
import { withCompletion } from "../../../src/kept/kept-school.ts";
import { failed } from "../../support/results.ts";
import { openStore } from "../support/open-kept.ts";
import { lessonOf } from "../support/small-course.ts";

const PAPER = { productKey: "PM", lessonKey: "paper" };
const LESSON = "GET /products/PM/lessons/paper";
const PICTURE = { product: "PM", title: "dart.svg" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

type Opened = Awaited<ReturnType<typeof openStore>>;

const sendLesson = ({ fromStore }: Pick<Opened, "fromStore">) =>
  fromStore.send(getLesson, { params: PAPER });

/** A browser that has kept a lesson. */
const openRead = async (...options: Parameters<typeof openStore>) => {
  const opened = await openStore(...options);
  await sendLesson(opened);
  return opened;
};

const portal = () => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  return new Response("<h1>Sign in to this network</h1>", { headers });
};

/** Asks for a kept answer, and waits until a newer one is told. */
const waitForNewer = (fromStore: Opened["fromStore"], query?: { language: string }) =>
  new Promise<void>((resolve) => {
    void fromStore.send(getLesson, { params: PAPER, query, onNewer: resolve });
  });

test("an answer is kept, and given without a network, however its address is written", async () => {
  const { fromStore, school } = await openStore();
  const first = await sendLesson({ fromStore });
  school.network.up = false;
  expect(await sendLesson({ fromStore })).toEqual(first);
  const params = { productKey: "pm", lessonKey: "PAPER" };
  expect(await fromStore.send(getLesson, { params })).toEqual(first);
  const other = await fromStore.send(getSkeleton, { params: { productKey: "PM" } });
  expect(other).toMatchObject(failed("unreachable"));
});

test("an answer with days is given without a network to who has travelled to another time zone", async () => {
  const { fromStore, school } = await openStore();
  school.answerWith("GET /user/progress/today/10", { today: { date: "2026-03-02" } });
  const asked = (zone: string) => ({ params: { courseId: 10 }, query: { weekStart: 1, zone } });
  const first = await fromStore.send(getToday, asked("Europe/Athens"));
  expect(first.ok).toBe(true);
  school.network.up = false;
  expect(await fromStore.send(getToday, asked("Asia/Tokyo"))).toEqual(first);
});

test("a kept answer comes at once, and a newer one of the school is told and given next", async () => {
  const { fromStore, school, machine } = await openRead();
  machine.advance(60_000);
  school.answerWith(LESSON, { lesson: { ...lessonOf("paper"), dbid: 99 } });
  const told = Promise.withResolvers<void>();
  const first = await fromStore.send(getLesson, { params: PAPER, onNewer: told.resolve });
  expect(first).toMatchObject({ value: { lesson: { dbid: 1 } } });
  await told.promise;
  const next = await sendLesson({ fromStore });
  expect(next).toMatchObject({ value: { lesson: { dbid: 99 } } });
});

test.each([403, 404])("a lesson is kept in all languages until withdrawn: %i", async (status) => {
  const { fromStore, school, machine } = await openStore();
  await fromStore.keep(getLesson, { params: PAPER }, { lesson: lessonOf("paper") });
  const inHebrew = { params: PAPER, query: { language: "he" } };
  school.network.up = false;
  expect(await fromStore.send(getLesson, inHebrew)).toMatchObject({ ok: true });
  school.network.up = true;
  machine.advance(60_000);
  school.answer(LESSON, () => new Response("{}", { status }));
  await waitForNewer(fromStore, { language: "he" });
  school.network.up = false;
  expect((await fromStore.send(getLesson, inHebrew)).ok).toBe(false);
  expect((await sendLesson({ fromStore })).ok).toBe(false);
});

test("the page of a captive portal is never kept, in place of an answer or of a picture", async () => {
  const { fromStore, school, caches, machine } = await openStore();
  school.answer(LESSON, portal);
  school.answer("GET /assets/fetchData", portal);
  await sendLesson({ fromStore });
  await fromStore.sendForBytes(getAsset, { query: PICTURE });
  expect(caches.entries()).toEqual([]);
  school.usual(LESSON);
  await sendLesson({ fromStore });
  machine.advance(60_000);
  school.answer(LESSON, portal);
  const answer = await fromStore.send(getLesson, {
    params: PAPER,
    onNewer: () => expect.fail("there is nothing newer"),
  });
  expect(answer).toMatchObject({ ok: true, value: { lesson: { key: "paper" } } });
});

test("an entry that was cut short counts as none, and is fetched again", async () => {
  const { fromStore, school, caches } = await openRead();
  const [entry = ""] = caches.entries();
  caches.cut(entry.split(" ")[1] ?? "");
  school.network.up = false;
  expect((await sendLesson({ fromStore })).ok).toBe(false);
  school.network.up = true;
  expect((await sendLesson({ fromStore })).ok).toBe(true);
});

test("an answer that an older version kept in another form is fetched again", async () => {
  const { fromStore, school, caches, machine } = await openRead();
  const [entry = ""] = caches.entries();
  const [name = "", address = ""] = entry.split(" ");
  for (const older of ['{"lesson":{"name":"paper"}}', "no JSON"]) {
    const headers = { "x-bytes": String(older.length), "x-time": "0" };
    await (await caches.open(name)).put(address, new Response(older, { headers }));
    const isThere: boolean[] = [];
    for (const up of [false, true, false]) {
      school.network.up = up;
      machine.advance(60_000);
      isThere.push((await sendLesson({ fromStore })).ok);
    }
    expect(isThere, older).toEqual([false, true, true]);
  }
});

test("what the browser has evicted is fetched from the school, and kept again", async () => {
  const { fromStore, school, caches, chapters, machine } = await openRead();
  await fromStore.sendForBytes(getAsset, { query: PICTURE });
  const before = caches.entries();
  for (const name of await caches.keys()) await caches.delete(name);
  machine.advance(60_000);
  expect((await sendLesson({ fromStore })).ok).toBe(true);
  expect((await fromStore.sendForBytes(getAsset, { query: PICTURE })).ok).toBe(true);
  expect(caches.entries()).toEqual(before);
  expect(chapters.state.list).toEqual([]);
  school.network.up = false;
  expect((await sendLesson({ fromStore })).ok).toBe(true);
});

test("after a change here the school is asked first; without a network the kept answer is given", async () => {
  const { fromStore, school } = await openStore();
  await fromStore.send(getProgress);
  await fromStore.send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  const before = school.count("GET /user/progress");
  const first = await fromStore.send(getProgress);
  expect(first).toMatchObject({ value: { progress: [{ lesson_id: 1 }] } });
  expect(school.count("GET /user/progress")).toBe(before + 1);
  await fromStore.send(putComplete, { params: { lessonId: 2 }, body: { package_id: 1 } });
  school.network.up = false;
  const kept = await fromStore.send(getProgress);
  expect(kept.ok && kept.value.progress.map(({ lesson_id }) => lesson_id)).toEqual([1, 2]);
});

test("a spoken answer that was heard is heard without a network, and is that of its hand-in", async () => {
  const { fromStore, school } = await openStore();
  school.answer("GET /user/assignments/5/voice/31", (context) => context.body("mind the hem"));
  const hear = (uploadId: number) =>
    fromStore.sendForBytes(getVoice, { params: { id: 5, uploadId } });
  const heard = await hear(31);
  school.network.up = false;
  expect(heard.ok && (await hear(31))).toEqual(heard);
  expect(await hear(32)).toMatchObject(failed("unreachable"));
});

test("measurements and other private answers that studying does not need are not kept", async () => {
  const { fromStore, school, caches } = await openStore();
  school.answerWith("GET /user/measurements", { measurements: [] });
  expect((await fromStore.send(getMeasurements)).ok).toBe(true);
  expect(caches.entries()).toEqual([]);
});

test("with a clock that was set back or ahead, kept answers and pictures are still given", async () => {
  const { fromStore, school, machine } = await openRead();
  await fromStore.sendForBytes(getAsset, { query: PICTURE });
  school.network.up = false;
  for (const years of [-50, 100]) {
    machine.advance(years * 365 * 86_400_000);
    expect((await sendLesson({ fromStore })).ok).toBe(true);
    expect((await fromStore.sendForBytes(getAsset, { query: PICTURE })).ok).toBe(true);
  }
});

test("where the browser's storage is full, the school's answers are given as ever", async () => {
  const { fromStore, caches } = await openStore();
  caches.setRoom(0);
  expect((await sendLesson({ fromStore })).ok).toBe(true);
  expect(caches.entries()).toEqual([]);
  // What was read longest ago makes room.
  const read = await openRead();
  read.caches.setRoom(0);
  await read.fromStore.send(getLesson, { params: { ...PAPER, lessonKey: "curve" } });
  expect(read.caches.entries()).toEqual([]);
});

test("signing out deletes everything of the account, and nothing more is kept", async () => {
  const { fromStore, close, caches, told, school, session } = await openStore();
  school.answerWith("GET /menu/glossary", { glossary: [] });
  await sendLesson({ fromStore });
  const late = fromStore.send(getGlossary);
  session.logOut();
  await close(true);
  await late;
  expect(caches.entries()).toEqual([]);
  expect(told).toContainEqual({ kind: "forget", prefix: "kept.v1/7/" });
});

test("a tab keeps nothing any more once the person has signed out in another one", async () => {
  const { fromStore, caches, machine } = await openStore();
  machine.storage.remove("session.v1");
  await sendLesson({ fromStore });
  expect(caches.entries()).toEqual([]);
});

test("where the account is used elsewhere, lessons stay for the same person, and personal data does not", async () => {
  const first = await openRead();
  await first.fromStore.send(getProgress);
  await first.close(false);
  const { caches, machine, school } = first;
  const again = await openStore("dana", { caches, machine, school });
  school.network.up = false;
  expect((await sendLesson(again)).ok).toBe(true);
  expect((await again.fromStore.send(getProgress)).ok).toBe(false);
});

test("another person's sign-in deletes what was left, and an older version's, but not a newer one's", async () => {
  const first = await openRead();
  const { caches, school } = first;
  for (const name of ["kept.v0/8/base", "kept.v2/7/base", "app.v1"]) {
    await (await caches.open(name)).put("https://kept.invalid/a", new Response("a"));
  }
  await openStore("boss", { caches, school });
  const names = caches.entries().map((entry) => entry.split(" ")[0]);
  expect(names).toEqual(["kept.v2/7/base", "app.v1"]);
});

test("a tab of somebody who was signed in before deletes nothing of the person who has signed in since", async () => {
  const present = await openRead("boss");
  const { caches, machine } = present;
  const kept = caches.entries();
  expect(kept).not.toEqual([]);
  const isSignedIn = () => Boolean(machine.storage.get("session.v1")?.includes("an earlier token"));
  const earlier = createAnswerStore({ caches, personId: 7, now: machine.now, isSignedIn });
  await earlier.open();
  await earlier.put("base", "https://kept.invalid/hers", { body: new Blob(["hers"]), tag: null });
  await earlier.close(true);
  expect(caches.entries()).toEqual(kept);
});

const NOW = Date.parse("2026-11-23T08:00:00Z");
const row = { lesson_id: 1, package_id: 2, course_id: 10, opened: "2026-11-01", seconds: 60 };
const answer = (...progress: object[]) => JSON.stringify({ progress });

test("a completed lesson is added to the progress, with what was known of it", () => {
  const opened = { ...row, completed: null };
  expect(withCompletion(answer(opened), 1, NOW)).toEqual({
    progress: [{ ...opened, completed: "2026-11-23T08:00:00.000Z" }],
  });
  expect(withCompletion(answer(), "5", NOW)?.progress).toMatchObject([{ lesson_id: 5 }]);
});

test.each([
  ["a lesson that was completed before", answer({ ...row, completed: "2026-11-02" }), 1],
  ["a damaged answer", "{", 1],
  ["another answer", '{"progress":7}', 1],
  ["a lesson without an id", answer(), null],
])("%s changes nothing", (_, text, lesson) => {
  expect(withCompletion(text, lesson, NOW)).toBeNull();
});

/** The page of a signed-in person, before anything is kept. */
const openPage = async (options: Parameters<typeof openStore>[1] = {}) => {
  const opened = await openStore("dana", options);
  const open = async () => opened.services;
  const kept = createKept({ school: opened.app.school, isServed: false, open });
  const start = async () => {
    kept.start(() => "en");
    await vi.advanceTimersByTimeAsync(60_000);
  };
  return { ...opened, kept, start };
};

test("what was answered before the store was open is kept, but no page of a captive portal", async () => {
  const { kept, start, school, caches } = await openPage();
  school.answer("GET /assets/fetchData", portal);
  await kept.transport.send(getLesson, { params: PAPER });
  await kept.transport.sendForBytes(getAsset, { query: PICTURE });
  expect(caches.entries()).toEqual([]);
  await start();
  await expect.poll(() => kept.state.isOn).toBe(true);
  expect(caches.entries().filter((entry) => entry.includes("/read "))).toHaveLength(1);
  school.network.up = false;
  expect((await kept.transport.send(getLesson, { params: PAPER })).ok).toBe(true);
  expect((await kept.transport.sendForBytes(getAsset, { query: PICTURE })).ok).toBe(false);
});

test("where the browser does not let the worker start, nothing is kept and the school answers", async () => {
  const { kept, start, caches, school, told } = await openPage({ workerStarts: false });
  await kept.transport.send(getLesson, { params: PAPER });
  await start();
  await expect.poll(() => told).toEqual([{ kind: "forget", prefix: "kept.v1/7/" }]);
  await expect.poll(caches.entries).toEqual([]);
  expect(kept.state.isOn).toBe(false);
  expect(kept.services()).toBeNull();
  expect((await kept.transport.send(getLesson, { params: PAPER })).ok).toBe(true);
  expect(caches.entries()).toEqual([]);
  expect(school.count(LESSON)).toBe(2);
});

test("where the code for it does not load, nothing is kept and the school answers", async () => {
  const { app } = await openStore();
  const open = () => Promise.reject(new Error("no network"));
  const kept = createKept({ school: app.school, isServed: true, open });
  expect((await kept.transport.send(getLesson, { params: PAPER })).ok).toBe(true);
  kept.start(() => "en");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept.state.isOn).toBe(false);
  await kept.end("logged-out");
});

test("on a page that the worker has provided, the first answers are the kept ones", async () => {
  const { app, school, services, fromStore } = await openStore();
  await fromStore.send(getLesson, { params: PAPER });
  school.network.up = false;
  const kept = createKept({ school: app.school, isServed: true, open: async () => services });
  expect((await kept.transport.send(getLesson, { params: PAPER })).ok).toBe(true);
});
