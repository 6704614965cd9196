import { expect, test } from "vitest";
import { getCourses } from "../../../src/contract/account.ts";
import {
  getAsset,
  getGlossaryImage,
  getIcon,
  getLesson,
  getProducts,
  getSkeleton,
} from "../../../src/contract/content.ts";
import { getMessages } from "../../../src/contract/messages.ts";
import { getNotes } from "../../../src/contract/notes.ts";
import { getOrganisation } from "../../../src/contract/organisation.ts";
import {
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  putComplete,
  putSession,
} from "../../../src/contract/progress.ts";
import { getFaqs, getGlossary, getInstructions } from "../../../src/contract/reference.ts";
import { searchLessons } from "../../../src/contract/search.ts";
import { getAssetTicket, getVideoTexts } from "../../../src/contract/video.ts";
import { createCourses } from "../../../src/core/courses.ts";
import { createLocalSchool } from "../../../src/offline/local-school/local-school.ts";
import { schoolDay } from "../../support/day.ts";
import { failed, refused, value } from "../../support/results.ts";
import { contentFolder, openContent } from "../support/content-folder.ts";

const openSchool = async (opened?: Awaited<ReturnType<typeof openContent>>, person = "dana") => {
  const there = opened ?? (await openContent());
  const { machine, content } = there;
  const school = createLocalSchool({
    content,
    storage: machine.storage,
    personId: () => person,
    now: machine.now,
    level: () => 0,
    language: () => "el",
  });
  return { ...there, ...school };
};

const PM = { productKey: "pm" };

test("all courses are listed, and open", async () => {
  const { send } = await openSchool();
  expect(value(await send(getProducts)).cds).toMatchObject([{ id: 1, cd: "PM" }]);
  expect(value(await send(getCourses)).courses.map(({ key }) => key)).toEqual([
    "PMB",
    "PMS",
    "PMN",
  ]);
  const courses = createCourses({
    send,
    today: () => schoolDay("2026-03-02"),
    level: () => 0,
    closesExpired: true,
  });
  await courses.load();
  expect(courses.find("pmb")?.state).toEqual({ kind: "active", until: null });
});

test("a skeleton has no lesson's text, and names the parts of main lessons", async () => {
  const { send } = await openSchool();
  const { product } = value(await send(getSkeleton, { params: PM }));
  expect(product.lessons.paper?.html).toBeNull();
  expect(product.lessons.lines_ml?.subLessons).toEqual([3, 4]);
});

test("a lesson opens once those before it are completed", async () => {
  const { send } = await openSchool();
  const ask = () => send(getLesson, { params: { ...PM, lessonKey: "Lines_ML" } });
  expect(await ask()).toEqual(refused(403, "lesson/not_active"));
  await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  expect(value(await ask()).lesson.html?.languages.en?.pages).toHaveLength(2);
});

test("questions, glossary and instructions are read from the machine", async () => {
  const { send } = await openSchool();
  expect(value(await send(getFaqs)).faqs).toHaveLength(1);
  expect(value(await send(getGlossary)).glossary).toMatchObject([{ term: "dart" }]);
  expect(value(await send(getInstructions)).courseInstructions).toHaveLength(1);
});

test("features that need a school are reported as missing", async () => {
  const { send } = await openSchool();
  expect(await send(getNotes)).toMatchObject({ failure: { status: 404 } });
  expect(await send(getMessages)).toMatchObject({ failure: { status: 404 } });
});

test("pictures have their type, in the language of study", async () => {
  const { sendForBytes } = await openSchool();
  const query = { product: "PM", title: "dart.svg" };
  const picture = value(await sendForBytes(getAsset, { query }));
  expect(picture.type).toBe("image/svg+xml");
  expect(await picture.text()).toBe("<svg>πένσα</svg>");
  const term = value(await sendForBytes(getGlossaryImage, { query: { title: "dart.svg" } }));
  expect(await term.text()).toBe("<svg>dart</svg>");
});

test("a file that was not fetched is out of reach, one that the content lacks is missing", async () => {
  const { sendForBytes, machine } = await openSchool();
  const ask = (title: string) => sendForBytes(getIcon, { query: { product: "PM", title } });
  expect(await ask("none.svg")).toEqual(refused(404, "asset/not_found"));
  await machine.folder.remove("files");
  expect(await ask("paper.svg")).toEqual(failed("unreachable"));
});

test("a video has a local address while all of it is stored", async () => {
  const { send, assetAddress, machine, content } = await openSchool();
  const address = await assetAddress?.("pm", "dart.svg");
  expect(await (await fetch(address ?? "")).text()).toBe("<svg>πένσα</svg>");
  expect(await assetAddress?.("PM", "none.svg")).toBeNull();
  const { filename = "" } = content.findFile("asset", "PM", "dart.svg", "el") ?? {};
  await machine.folder.write(`files/${filename}`, new Uint8Array(3));
  expect(await assetAddress?.("PM", "dart.svg")).toBeNull();
  const query = { product: "PM", title: "dart.svg" };
  expect(await send(getAssetTicket, { query })).toMatchObject({ failure: { kind: "unreachable" } });
});

test("a video is read in ranges", async () => {
  const { send, sendForBytes } = await openSchool();
  const query = { product: "PM", title: "dart.svg" };
  expect(await send(getAssetTicket, { query })).toEqual(refused(404, ""));
  const piece = (range: string) => sendForBytes(getAsset, { query, headers: { range } });
  expect(await value(await piece("bytes=0-4")).text()).toBe("<svg>");
  expect(value(await piece("bytes=5-999")).size).toBe(16);
  expect(await piece("bytes=21-999")).toEqual(refused(416, ""));
});

test("open lessons are searched as the school does", async () => {
  const { send } = await openSchool();
  const find = async (q: string) => {
    const answer = await send(searchLessons, { params: PM, query: { q, language: "en" } });
    return value(answer).results.map(({ key, page }) => `${key} ${page}`);
  };
  expect(await find("PAPER")).toEqual(["paper 1"]);
  expect(await find("more")).toEqual(["paper 2"]);
  expect(await find("dart")).toEqual([]);
  expect(await find("?!")).toEqual([]);
});

test("study records are stored on the machine, for each person", async () => {
  const opened = await openContent();
  const { send } = await openSchool(opened);
  await send(putSession, { params: { lessonId: 1 }, body: { lesson_id: 1, package_id: 1 } });
  opened.machine.advance(60_000);
  await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  const again = await openSchool(opened);
  expect(value(await again.send(getProgress)).progress).toEqual([
    {
      lesson_id: 1,
      package_id: 1,
      course_id: 10,
      opened: "2026-03-02T09:00:00.000Z",
      completed: "2026-03-02T09:01:00.000Z",
      seconds: 60,
    },
  ]);
  const other = await openSchool(opened, "ruth");
  expect(value(await other.send(getProgress)).progress).toEqual([]);
});

test("a queued study update keeps its own time, but never a future one", async () => {
  const { send } = await openSchool();
  const put = (queued: string) =>
    send(putComplete, {
      params: { lessonId: 1 },
      body: { package_id: 1 },
      headers: { "x-queued-at": queued },
    });
  const after = value(await put("2026-04-01T00:00:00Z")).progress;
  expect(after?.completed).toBe("2026-03-02T09:00:00.000Z");
  const before = value(await put("2026-03-01T10:00:00Z")).progress;
  expect(before?.completed).toBe("2026-03-01T10:00:00.000Z");
});

test("a closed lesson cannot be studied", async () => {
  const { send } = await openSchool();
  const answer = await send(putComplete, { params: { lessonId: 6 }, body: { package_id: 2 } });
  expect(answer).toEqual(refused(403, "lesson/not_active"));
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
  await send(putSession, { params: { lessonId: 3 }, body: { lesson_id: 3, package_id: 1 } });
  expect(await standing()).toEqual([["straight"], ["lines_ml"]]);
  const { today } = value(await send(getToday, { params, query: { language: "en" } }));
  expect(today).toMatchObject({ date: "2026-03-02", weeklyTarget: 3, doneThisWeek: 1 });
  expect(today.lessons).toMatchObject([{ key: "lines_ml", menu: { menu1: 1, menu2: 1 } }]);
  expect(today.days?.[0]).toEqual({ date: "2026-03-02", done: 1 });
  const sunday = value(await send(getToday, { params, query: { weekStart: 7 } })).today;
  expect(sunday).toMatchObject({ weekStart: 7, doneThisWeek: 1 });
  expect(sunday.days?.slice(0, 2)).toEqual([
    { date: "2026-03-01", done: 0 },
    { date: "2026-03-02", done: 1 },
  ]);
});

test("a record that could not be stored is tried again later", async () => {
  const { send, machine } = await openSchool();
  machine.storage.set = () => false;
  const answer = await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
  expect(answer).toEqual(failed("unreachable"));
});

test("captions are the lesson's own, else those of every lesson, else English ones", async () => {
  const { send } = await openSchool();
  const read = async (lesson: string, language: string, asset = "pin.webm") => {
    const answer = await send(getVideoTexts, { query: { product: "pm", lesson, asset, language } });
    if (!answer.ok) return answer.failure;
    return [answer.value.language, ...answer.value.texts.map(({ text }) => text)];
  };
  expect(await read("Paper", "el")).toEqual(["el", "Καρφίτσα"]);
  expect(await read("paper", "en")).toEqual(["en", "Pin the dart."]);
  // A tutor has deleted them in this lesson.
  expect(await read("paper", "he")).toEqual(["en", "Pin the dart."]);
  expect(await read("paper", "en", "none.webm")).toEqual(["en"]);
  expect(await read("nothing", "en")).toMatchObject({ status: 404, code: "lesson/not_found" });
});

test("the school's name and colour are those of the content", async () => {
  const { send } = await openSchool();
  const { organization } = value(await send(getOrganisation, { params: { id: 7 } }));
  expect(organization).toMatchObject({ name: "Selvage Atelier", accent: "#a03050" });
  const without = contentFolder();
  without.delete("organisation.json");
  const older = await openSchool(await openContent(without));
  expect(await older.send(getOrganisation, { params: { id: 7 } })).toEqual(
    refused(404, "organisation/not_found"),
  );
});
