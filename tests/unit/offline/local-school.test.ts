import { expect, test } from "vitest";
import {
  getAsset,
  getGlossaryImage,
  getLesson,
  getProducts,
  getSkeleton,
} from "../../../src/contract/content.ts";
import { getNotes } from "../../../src/contract/notes.ts";
import { getOrganisation } from "../../../src/contract/organisation.ts";
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
import { createCourses } from "../../../src/core/courses.ts";
import { createLocalContent } from "../../../src/offline/local-content.ts";
import { createLocalSchool } from "../../../src/offline/local-school/local-school.ts";
import { schoolDay } from "../../support/day.ts";
import { failed, refused, value } from "../../support/results.ts";
import { contentFolder, indexFile, openContent, wholeProduct } from "../support/content-folder.ts";

const openSchool = async ({
  opened = undefined as Awaited<ReturnType<typeof openContent>> | undefined,
  person = "dana",
  level = 0,
  language = "en",
} = {}) => {
  const there = opened ?? (await openContent());
  const { machine, content } = there;
  const school = createLocalSchool({
    ...{ content, storage: machine.storage, now: machine.now },
    ...{ personId: () => person, level: () => level, language: () => language },
  });
  return { ...there, ...school };
};

const PM = { productKey: "pm" };

test("all courses are listed, and open", async () => {
  const { send } = await openSchool();
  const today = () => schoolDay("2026-03-02");
  const courses = createCourses({ send, today, level: () => 0, closesExpired: true });
  await courses.load();
  const keys = courses.state.groups.map((group) => group.courses.map(({ course }) => course.key));
  expect(keys).toEqual([["PMB", "PMS", "PMN"]]);
  expect(courses.find("pmb")?.state).toEqual({ kind: "active", until: null });
});

test("a skeleton has no lesson's text, and names the parts of main lessons", async () => {
  const { send } = await openSchool();
  const { product } = value(await send(getSkeleton, { params: PM }));
  expect(product.lessons.paper?.html).toBeNull();
  expect(product.lessons.lines_ml?.subLessons).toEqual([3, 4]);
});

test("a lesson opens once those before it are completed, and to an administrator at once", async () => {
  const { send } = await openSchool();
  const ask = () => send(getLesson, { params: { ...PM, lessonKey: "Lines_ML" } });
  expect(await ask()).toEqual(refused(403, "lesson/not_active"));
  await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  expect(value(await ask()).lesson.html?.languages.en?.pages).toHaveLength(2);
  const boss = await openSchool({ level: 100 });
  expect((await boss.send(getLesson, { params: { ...PM, lessonKey: "dart" } })).ok).toBe(true);
  expect((await boss.send(putSession, { params: { lessonId: 6 } })).ok).toBe(true);
});

test("questions, glossary and instructions are read from the machine", async () => {
  const { send } = await openSchool();
  expect(value(await send(getFaqs)).faqs).toHaveLength(1);
  expect(value(await send(getGlossary)).glossary).toMatchObject([{ term: "dart" }]);
  expect(value(await send(getInstructions)).courseInstructions).toHaveLength(1);
});

const lesson = (productKey: string, lessonKey = "") => ({ params: { productKey, lessonKey } });
const study = (lessonId: number) => ({
  params: { lessonId },
  body: { lesson_id: lessonId, package_id: 1 },
});
const NO_COURSE = { params: { courseId: 99 } };
const NO_FILE = { query: { product: "PM", title: "none.svg" } };
const FILM = { product: "pm", lesson: "paper", asset: "pin.webm", language: "en" };
const NO_FILM = { query: { ...FILM, product: "X" } };
const CLOSED = { query: { ...FILM, lesson: "dart" } };

type Ask = (school: Awaited<ReturnType<typeof openSchool>>) => Promise<unknown>;

test.each<[string, number, string, Ask]>([
  ["a product", 404, "product/not_found", ({ send }) => send(getSkeleton, lesson("XX"))],
  ["its lesson", 404, "product/not_found", ({ send }) => send(getLesson, lesson("XX", "paper"))],
  ["a lesson", 404, "lesson/not_found", ({ send }) => send(getLesson, lesson("PM", "none"))],
  ["opening it", 404, "lesson/not_found", ({ send }) => send(putSession, study(99))],
  ["completing it", 404, "lesson/not_found", ({ send }) => send(putComplete, study(99))],
  ["a closed lesson", 403, "lesson/not_active", ({ send }) => send(putComplete, study(6))],
  ["a course", 404, "course/not_found", ({ send }) => send(getPreviousLesson, NO_COURSE)],
  ["its next lesson", 404, "course/not_found", ({ send }) => send(getNextLesson, NO_COURSE)],
  ["captions", 404, "server/not_found", ({ send }) => send(getVideoTexts, NO_FILM)],
  ["closed ones", 403, "lesson/not_active", ({ send }) => send(getVideoTexts, CLOSED)],
  ["a file", 404, "asset/not_found", ({ sendForBytes }) => sendForBytes(getAsset, NO_FILE)],
  ["no file", 404, "asset/not_found", ({ sendForBytes }) => sendForBytes(getAsset, {})],
  ["a video", 404, "asset/not_found", ({ send }) => send(getAssetTicket, NO_FILE)],
])("what is not there is refused as the school would: %s", async (_, status, code, ask) => {
  expect(await ask(await openSchool())).toEqual(refused(status, code));
});

test("everything is refused as the school would before the content is loaded, and a feature that needs a school", async () => {
  const { machine, index } = await openContent();
  const content = createLocalContent({ machine, index });
  expect([content.products(), content.product("PM"), content.tree()]).toEqual([[], null, {}]);
  const { send } = await openSchool({ opened: { machine, index, content } });
  expect(value(await send(getProducts)).cds).toEqual([]);
  for (const call of [getFaqs, getGlossary, getInstructions]) {
    expect(await send(call as typeof getFaqs)).toEqual(refused(404, "server/not_found"));
  }
  expect(await send(getVideoTexts, { query: FILM })).toEqual(refused(404, "server/not_found"));
  expect(await send(getNotes)).toMatchObject({ failure: { status: 404 } });
});

test("pictures have their type, in the language of study", async () => {
  const { sendForBytes } = await openSchool({ language: "el" });
  const query = { product: "PM", title: "dart.svg" };
  const picture = value(await sendForBytes(getAsset, { query }));
  expect(picture.type).toBe("image/svg+xml");
  expect(await picture.text()).toBe("<svg>πένσα</svg>");
  const term = value(await sendForBytes(getGlossaryImage, { query: { title: "dart.svg" } }));
  expect(await term.text()).toBe("<svg>dart</svg>");
});

test("a video has a local address while all of it is stored", async () => {
  const { send, assetAddress, machine, content } = await openSchool({ language: "el" });
  const address = await assetAddress?.("pm", "dart.svg");
  expect(await (await fetch(address ?? "")).text()).toBe("<svg>πένσα</svg>");
  expect(await assetAddress?.("PM", "none.svg")).toBeNull();
  const query = { product: "PM", title: "dart.svg" };
  expect(await send(getAssetTicket, { query })).toEqual(refused(404, ""));
  const { filename = "" } = content.findFile("asset", "PM", "dart.svg", "el") ?? {};
  await machine.folder.write(`files/${filename}`, new Uint8Array(3));
  expect(await assetAddress?.("PM", "dart.svg")).toBeNull();
  expect(await send(getAssetTicket, { query })).toMatchObject({ failure: { kind: "unreachable" } });
});

const WHOLE = "<svg>dart</svg>";

test.each([
  ["bytes=0-4", "<svg>"],
  ["bytes=1-1", "s"],
  ["bytes=14-14", ">"],
  ["bytes=5-999", "dart</svg>"],
  ["bytes=15-15", 416],
  ["bytes=4-3", WHOLE],
  ["bytes=-3", WHOLE],
  ["bytes=0-1,3-4", WHOLE],
])("a video is read in ranges: %s gives %s", async (range, expected) => {
  const { sendForBytes } = await openSchool();
  const query = { product: "PM", title: "dart.svg" };
  const answer = await sendForBytes(getAsset, { query, headers: { range } });
  if (answer.ok) expect(await answer.value.text()).toBe(expected);
  else expect(answer).toEqual(refused(Number(expected), ""));
});

test("open lessons are searched as the school does, by the first characters of a long query", async () => {
  const { send } = await openSchool();
  const find = async (q: string) => {
    const answer = await send(searchLessons, { params: PM, query: { q, language: "en" } });
    return value(answer).results.map(({ key, page }) => `${key} ${page}`);
  };
  expect(await find("PAPER")).toEqual(["paper 1"]);
  expect(await find("more")).toEqual(["paper 2"]);
  expect(await find("dart")).toEqual([]);
  expect(await find("?!")).toEqual([]);
  const long = "paper ".repeat(100).slice(0, MAX_SEARCH_LENGTH);
  expect(await find(`${long}none`)).toHaveLength(1);
});

test("the page stays responsive while long texts are searched", async () => {
  const product = wholeProduct();
  const pages = [{ title: "", html: `<p>${"thread ".repeat(30_000)}` }];
  const html = { languages: { en: { pages } } };
  const longer = Object.entries(product.lessons).map(([key, own]) => [key, { ...own, html }]);
  const PM = { ...product, lessons: Object.fromEntries(longer) };
  const files = contentFolder().set("content.json", indexFile({ products: { PM } }));
  const { send } = await openSchool({ opened: await openContent(files), level: 100 });
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  const query = { q: "thread", language: "en" };
  const { results } = value(await send(searchLessons, { params: { productKey: "PM" }, query }));
  clearInterval(turning);
  expect(results).toHaveLength(longer.length);
  expect(turns).toBeGreaterThan(3);
});

test("study records are stored on the machine, for each person", async () => {
  const there = await openContent();
  const { send } = await openSchool({ opened: there });
  await send(putSession, study(1));
  there.machine.advance(60_000);
  await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  const again = await openSchool({ opened: there });
  const [opened, completed] = ["2026-03-02T09:00:00.000Z", "2026-03-02T09:01:00.000Z"];
  const row = { lesson_id: 1, package_id: 1, course_id: 10, opened, completed, seconds: 60 };
  expect(value(await again.send(getProgress)).progress).toEqual([row]);
  expect(value(await again.send(getLessonProgress, study(2))).progress).toBeNull();
  const other = await openSchool({ opened: there, person: "ruth" });
  expect(value(await other.send(getProgress)).progress).toEqual([]);
});

test("study counts for the course with the lesson in its package, else for any; without a package it is of the first one", async () => {
  const { send } = await openSchool();
  const complete = async (lessonId: number, package_id: number) =>
    value(await send(putComplete, { params: { lessonId }, body: { package_id } })).progress;
  expect(await complete(1, 1)).toMatchObject({ lesson_id: 1, package_id: 1, course_id: 10 });
  expect(await complete(2, 7)).toMatchObject({ lesson_id: 2, package_id: 7, course_id: 10 });
  const other = await openSchool();
  await other.send(putSession, { params: { lessonId: 1 } });
  const { progress } = value(await other.send(getProgress));
  expect(progress).toMatchObject([{ package_id: 1, completed: null }]);
});

test("a queued study update keeps its own time, but never a future one", async () => {
  const { send } = await openSchool();
  const put = (queued: string) =>
    send(putComplete, { ...study(1), headers: { "x-queued-at": queued } });
  const after = value(await put("2026-04-01T00:00:00Z")).progress;
  expect(after?.completed).toBe("2026-03-02T09:00:00.000Z");
  const before = value(await put("2026-03-01T10:00:00Z")).progress;
  expect(before?.completed).toBe("2026-03-01T10:00:00.000Z");
});

test("last and next lesson follow the study records, and today's class the week's target", async () => {
  const { send, machine } = await openSchool();
  const params = { courseId: 10 };
  const standing = async () => [
    value(await send(getPreviousLesson, { params })).map(({ key }) => key),
    value(await send(getNextLesson, { params })).map(({ key }) => key),
  ];
  expect(await standing()).toEqual([[], ["paper"]]);
  await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  machine.advance(1000);
  await send(putSession, study(3));
  expect(await standing()).toEqual([["straight"], ["lines_ml"]]);
  const { today } = value(await send(getToday, { params, query: { language: "en" } }));
  expect(today).toMatchObject({ date: "2026-03-02", weeklyTarget: 3, doneThisWeek: 1 });
  const menu = { menu1: 1, menu2: 1 };
  expect(today.lessons).toMatchObject([{ key: "paper", completed: true, menu }]);
  expect(today.days?.[0]).toEqual({ date: "2026-03-02", done: 1 });
});

test("a record that could not be stored is tried again later", async () => {
  const { send, machine } = await openSchool();
  machine.storage.set = () => false;
  const answer = await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  expect(answer).toEqual(failed("unreachable"));
});

test("the school's name and colour are those of the content", async () => {
  const { send } = await openSchool();
  const { organization } = value(await send(getOrganisation, { params: { id: 7 } }));
  expect(organization).toMatchObject({ name: "Selvage Atelier", accent: "#a03050" });
});
