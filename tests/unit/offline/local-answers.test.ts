import { expect, test } from "vitest";
import { getAsset, getLesson, getProducts, getSkeleton } from "../../../src/contract/content.ts";
import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  putComplete,
  putSession,
} from "../../../src/contract/progress.ts";
import { getFaqs, getGlossary, getInstructions } from "../../../src/contract/reference.ts";
import { MAX_SEARCH_LENGTH, searchLessons } from "../../../src/contract/search.ts";
import { getAssetTicket, getVideoTexts } from "../../../src/contract/video.ts";
import { createLocalContent } from "../../../src/offline/local-content.ts";
import { createLocalSchool } from "../../../src/offline/local-school/local-school.ts";
import { refused, value } from "../../support/results.ts";
import { openContent } from "../support/content-folder.ts";

const open = async (opened?: Awaited<ReturnType<typeof openContent>>, level = 0) => {
  const there = opened ?? (await openContent());
  const { machine, content } = there;
  const { storage, now } = machine;
  const options = { content, storage, now, personId: () => "dana", level: () => level };
  return { ...there, ...createLocalSchool({ ...options, language: () => "en" }) };
};

test("a product that the content lacks is refused as the school would", async () => {
  const { send } = await open();
  const params = { productKey: "XX", lessonKey: "paper" };
  const unknown = refused(404, "product/not_found");
  expect(await send(getSkeleton, { params })).toEqual(unknown);
  expect(await send(getLesson, { params })).toEqual(unknown);
  expect(await send(searchLessons, { params, query: { q: "dart" } })).toEqual(unknown);
});

test("a lesson that the content lacks is refused as the school would", async () => {
  const { send } = await open();
  const unknown = refused(404, "lesson/not_found");
  const params = { productKey: "PM", lessonKey: "none" };
  expect(await send(getLesson, { params })).toEqual(unknown);
  const lessonId = { params: { lessonId: 99 } };
  expect(await send(getLessonProgress, lessonId)).toEqual(unknown);
  const body = { lesson_id: 99, package_id: 1 };
  expect(await send(putSession, { ...lessonId, body })).toEqual(unknown);
  expect(await send(putComplete, { ...lessonId, body })).toEqual(unknown);
});

test("a course that the content lacks is refused as the school would", async () => {
  const { send } = await open();
  const params = { courseId: 99 };
  const unknown = refused(404, "course/not_found");
  expect(await send(getPreviousLesson, { params })).toEqual(unknown);
  expect(await send(getNextLesson, { params })).toEqual(unknown);
  expect(await send(getToday, { params })).toEqual(unknown);
});

test("captions that the content lacks are refused as the school would", async () => {
  const { send } = await open();
  const query = { product: "PM", lesson: "paper", asset: "pin.webm", language: "en" };
  const ask = (change: object) => send(getVideoTexts, { query: { ...query, ...change } });
  expect(await ask({ product: "XX" })).toEqual(refused(404, "server/not_found"));
  expect(await ask({ lesson: "none" })).toEqual(refused(404, "lesson/not_found"));
  expect(await ask({ lesson: "dart" })).toEqual(refused(403, "lesson/not_active"));
  const empty = await open(await openContent(new Map()));
  expect(await empty.send(getVideoTexts, { query })).toEqual(refused(404, "server/not_found"));
});

test("a file that the content lacks is refused as the school would", async () => {
  const { send, sendForBytes } = await open();
  const query = { product: "PM", title: "none.svg" };
  expect(await sendForBytes(getAsset, { query })).toEqual(refused(404, "asset/not_found"));
  expect(await send(getAssetTicket, { query })).toEqual(refused(404, "asset/not_found"));
  expect(await sendForBytes(getAsset, {})).toEqual(refused(404, "asset/not_found"));
});

test("everything is refused as the school would before the content is loaded and on a machine without any", async () => {
  const { machine, index } = await openContent();
  const content = createLocalContent({ machine, index });
  expect([content.products(), content.product("PM"), content.tree()]).toEqual([[], null, {}]);
  const { send } = await open({ machine, index, content });
  expect(value(await send(getProducts)).cds).toEqual([]);
  for (const call of [getFaqs, getGlossary, getInstructions]) {
    expect(await send(call as typeof getFaqs)).toEqual(refused(404, "server/not_found"));
  }
});

const read = async (range: string) => {
  const { sendForBytes } = await open();
  const query = { product: "PM", title: "dart.svg" };
  const answer = await sendForBytes(getAsset, { query, headers: { range } });
  return answer.ok ? answer.value.text() : answer.failure;
};

test("a range of a file may be one byte, also the last", async () => {
  expect(await read("bytes=1-1")).toBe("s");
  expect(await read("bytes=14-14")).toBe(">");
  expect(await read("bytes=15-15")).toMatchObject({ status: 416 });
});

test.each(["bytes=4-3", "bytes=-3", "bytes=3-", "bytes=0-1,3-4", "xbytes=0-1"])(
  "a range of a file that is written as %s gives the whole file",
  async (range) => {
    expect(await read(range)).toBe("<svg>dart</svg>");
  },
);

test("study counts for the course that has the lesson in its package, else for any with it", async () => {
  const { send } = await open();
  const study = async (lessonId: number, package_id: number) =>
    value(await send(putComplete, { params: { lessonId }, body: { package_id } })).progress;
  expect(await study(1, 1)).toMatchObject({ lesson_id: 1, package_id: 1, course_id: 10 });
  expect(await study(2, 7)).toMatchObject({ lesson_id: 2, package_id: 7, course_id: 10 });
});

test("study without a package is of the first one", async () => {
  const { send } = await open();
  await send(putSession, { params: { lessonId: 1 } });
  expect(value(await send(getProgress)).progress).toMatchObject([
    { package_id: 1, completed: null },
  ]);
  expect(value(await send(getLessonProgress, { params: { lessonId: 2 } })).progress).toBeNull();
});

test("an administrator opens and studies every lesson", async () => {
  const { send } = await open(undefined, 100);
  const params = { productKey: "PM", lessonKey: "dart" };
  expect((await send(getLesson, { params })).ok).toBe(true);
  expect((await send(putSession, { params: { lessonId: 6 } })).ok).toBe(true);
});

test("a search looks at the first characters of a long query only", async () => {
  const { send } = await open();
  const find = async (q: string) =>
    value(await send(searchLessons, { params: { productKey: "PM" }, query: { q } })).results;
  expect(await find(`${"paper ".repeat(100).slice(0, MAX_SEARCH_LENGTH)}none`)).toHaveLength(1);
  expect(await find("none")).toEqual([]);
});
