import { afterEach, expect, test, vi } from "vitest";
import { getCourses } from "../../../src/contract/account.ts";
import { getIcon, getLesson, getSkeleton } from "../../../src/contract/content.ts";
import {
  getNextLesson,
  getProgress,
  getToday,
  putComplete,
} from "../../../src/contract/progress.ts";
import { getAssetTicket, getVideoTexts } from "../../../src/contract/video.ts";
import { failed, value } from "../../support/results.ts";
import { openHybrid } from "../support/open-hybrid.ts";

afterEach(() => void vi.useRealTimers());

const PMB = { courseId: 10 };
const PAPER = { productKey: "PM", lessonKey: "paper" };

const keys = (references: readonly { key: string }[]) => references.map(({ key }) => key);

test("content is read from the disk, without a request to the school", async () => {
  const { send, sendForBytes, small } = await openHybrid();
  expect((await send(getSkeleton, { params: { productKey: "PM" } })).ok).toBe(true);
  expect((await send(getLesson, { params: PAPER })).ok).toBe(true);
  const query = { product: "PM", title: "paper.svg" };
  expect(await value(await sendForBytes(getIcon, { query })).text()).toBe("<svg>paper</svg>");
  expect(small.requests.map(({ call }) => call)).toEqual(["POST /user/login"]);
});

test("content that the disk lacks, or a file that is damaged there, is fetched from the school", async () => {
  const empty = await openHybrid({ files: new Map() });
  expect((await empty.send(getSkeleton, { params: { productKey: "PM" } })).ok).toBe(true);
  const query = { product: "PM", title: "paper.svg" };
  const { sendForBytes, machine, content } = await openHybrid();
  const file = content.findFile("icon", "PM", "paper.svg", "en");
  await machine.folder.write(`files/${file?.filename}`, new Uint8Array(3));
  for (const ask of [empty.sendForBytes, sendForBytes]) {
    expect(await value(await ask(getIcon, { query })).text()).toBe("<svg>paper.svg</svg>");
  }
});

test("the school decides about a lesson that is closed here", async () => {
  const { send, small } = await openHybrid();
  const ask = () => send(getLesson, { params: { ...PAPER, lessonKey: "dart" } });
  expect((await ask()).ok).toBe(true);
  small.network.up = false;
  expect(await ask()).toMatchObject({ failure: { status: 403, code: "lesson/not_active" } });
});

test.each<[string, boolean, () => Response]>([
  ["a failing server", true, () => new Response("", { status: 503 })],
  ["a broken server", true, () => new Response("", { status: 500 })],
  ["a captive portal's page", true, () => new Response("<html>Sign in here</html>")],
  ["an ended session", false, () => new Response("", { status: 401 })],
  ["a refusal", false, () => new Response("", { status: 404 })],
  ["too many calls", false, () => new Response("", { status: 429 })],
])("the last answer is given after %s: %s", async (_, counts, answer) => {
  const { send, small } = await openHybrid();
  const before = await send(getCourses);
  small.answer("GET /user/courses", answer);
  const after = await send(getCourses);
  if (counts) expect(after).toEqual(before);
  else expect(after).toMatchObject({ failure: { kind: "refused", status: answer().status } });
});

test("an unresponsive school is waited for only if no answer of it is stored", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { send, small } = await openHybrid();
  const release = small.hold("GET /user/courses");
  const first = send(getCourses);
  await vi.advanceTimersByTimeAsync(5000);
  release();
  const before = await first;
  expect(value(before).courses).toHaveLength(3);
  small.hold("GET /user/courses");
  const asked = send(getCourses);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toEqual(before);
});

test("writes go to the school, and are known without it afterwards", async () => {
  const { send, complete, small } = await openHybrid();
  await send(getProgress);
  await complete(1);
  small.network.up = false;
  const { progress } = value(await send(getProgress));
  expect(progress).toMatchObject([{ lesson_id: 1, completed: "2026-03-02T09:00:00.000Z" }]);
  expect(keys(value(await send(getNextLesson, { params: PMB })))).toEqual(["lines_ml"]);
  expect(await complete(2)).toEqual(failed("unreachable"));
  // Study that waited to be sent is known with the time at which it was done.
  small.network.up = true;
  const headers = { "x-queued-at": "2026-03-01T18:00:00.000Z" };
  small.answerWith("PUT /user/progress/3/complete", { progress: null });
  await send(putComplete, { params: { lessonId: 3 }, body: { package_id: 1 }, headers });
  small.network.up = false;
  const rows = value(await send(getProgress)).progress;
  expect(rows.at(-1)).toMatchObject({ lesson_id: 3, completed: headers["x-queued-at"] });
});

test("the week starts as at the school, or as the person's does if it has not answered", async () => {
  const { send, small } = await openHybrid();
  await send(getProgress);
  const query = { language: "en", weekStart: 7 };
  const weekStart = async () => value(await send(getToday, { params: PMB, query })).today.weekStart;
  small.network.up = false;
  expect(await weekStart()).toBe(7);
  small.network.up = true;
  // A school that implements only the contract.
  const monday = { date: "2026-03-02", weeklyTarget: 3, doneThisWeek: 0 };
  const today = { ...monday, lessons: [], assignments: [] };
  small.answerWith("GET /user/progress/today/10", { today });
  await weekStart();
  small.network.up = false;
  expect(await weekStart()).toBe(1);
});

const FILM = { product: "PM", lesson: "paper", asset: "pin.webm", language: "en" };

test("captions are read from the disk, and a tutor's from the school while it can be reached", async () => {
  for (const [level, expected] of [
    [0, "Pin the dart."],
    [10, "Pin it."],
  ] as const) {
    const { send, small } = await openHybrid({ level });
    const texts = [{ start: 0, end: 1, text: "Pin it." }];
    small.answerWith("GET /new-video/texts", { texts, language: "en" });
    const read = async () => value(await send(getVideoTexts, { query: FILM })).texts[0]?.text;
    expect(await read()).toBe(expected);
    small.network.up = false;
    expect(await read()).toBe(expected);
    // A video that is known to have none is not reported as out of reach.
    const query = { ...FILM, asset: "none.webm" };
    expect(value(await send(getVideoTexts, { query })).texts).toEqual([]);
  }
});

test("a video that is not stored yet is streamed from the school", async () => {
  const { send, small, machine, assetAddress } = await openHybrid();
  small.answerWith("GET /assets/ticket", { ticket: "t-1" });
  const query = { product: "PM", title: "dart.svg" };
  expect(await assetAddress("PM", "dart.svg")).not.toBeNull();
  await machine.folder.remove("files");
  expect(await assetAddress("PM", "dart.svg")).toBeNull();
  expect(value(await send(getAssetTicket, { query }))).toEqual({ ticket: "t-1", forms: [] });
});
