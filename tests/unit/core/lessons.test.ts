import { expect, test } from "vitest";
import type { Lesson } from "../../../src/contract/content.ts";
import { lessonText } from "../../../src/core/lessons.ts";
import { openSignedIn } from "../support/open-app.ts";
import { lessonOf } from "../support/small-course.ts";

const PAPER = "GET /products/PM/lessons/paper";

test("a lesson is fetched once, however its address is written, until its content is replaced; and again after a failure", async () => {
  const { lessons, school } = await openSignedIn();
  const [first, again] = [lessons.load("PM", "paper"), lessons.load("PM", "paper")];
  expect(await first).toMatchObject({ ok: true, value: { dbid: 1, key: "paper" } });
  expect(await again).toEqual(await first);
  expect(await lessons.load("pm", "PAPER")).toEqual(await first);
  expect(school.count(PAPER)).toBe(1);
  // The content has been replaced.
  lessons.clear();
  school.answer(PAPER, () => new Response("", { status: 500 }));
  expect(await lessons.load("PM", "paper")).toMatchObject({ ok: false });
  school.usual(PAPER);
  expect(await lessons.load("PM", "paper")).toMatchObject({ ok: true });
});

test("a lesson is fetched in the language of the interface, and again in another", async () => {
  const app = await openSignedIn();
  const asked: (string | undefined)[] = [];
  app.school.answer(PAPER, (context) => {
    asked.push(context.req.query("language"));
    return context.json({ lesson: lessonOf("paper") });
  });
  await app.lessons.load("PM", "paper");
  await app.language.select("he");
  await app.lessons.load("PM", "paper");
  await app.language.select("en");
  await app.lessons.load("PM", "paper");
  expect(asked).toEqual(["en", "he"]);
});

const failing = async (answer: (() => Response) | null) => {
  const { lessons, school } = await openSignedIn();
  if (answer) school.answer(PAPER, answer);
  else school.network.up = false;
  const result = await lessons.load("PM", "paper");
  return result.ok ? null : result.failure;
};

const problem = (status: number, code: string) => () =>
  new Response(JSON.stringify({ code }), { status });
const lesson = (fields: object) => () =>
  Response.json({ lesson: { ...lessonOf("paper"), ...fields } });
const page = { title: "Empty", html: " ", subLessons: [] };

test.each([
  ["closed by the access rule", problem(403, "lesson/not_active"), "not-active"],
  ["of an expired course", problem(403, "course/expired"), "expired"],
  ["that the school does not know", problem(404, "lesson/not_found"), "unknown-lesson"],
  ["without a network", null, "no-connection"],
  ["at a failing server", () => new Response("", { status: 500 }), "no-connection"],
  ["behind a captive portal", () => new Response("<p>Wi-Fi</p>"), "no-connection"],
  ["in place of another thing", () => Response.json({ lesson: { key: 7 } }), "invalid-content"],
  ["without html", lesson({ html: null }), "no-content"],
  ["of blank pages", lesson({ html: { languages: { en: { pages: [page] } } } }), "no-content"],
])("a lesson is not shown: %s", async (_, answer, kind) => {
  expect(await failing(answer)).toMatchObject({ kind });
});

const pages = (html: string, subLessonId?: number) => ({
  pages: [{ title: "", html, subLessons: subLessonId ? [{ subLessonId }] : [] }],
});
const HE = pages("עברית");
const EN = pages("English");

test.each([
  ["the requested language", { he: HE, en: EN }, "he", "he"],
  ["English if it is not in the requested one", { he: HE, en: EN }, "de", "en"],
  ["any language if it is not in English either", { he: HE }, "de", "he"],
  ["English if the requested one is blank", { he: pages(" \n"), en: EN }, "he", "en"],
  ["English if the requested one has no page", { he: { pages: [] }, en: EN }, "he", "en"],
  ["a language of which it has only parts", { en: pages("", 3) }, "en", "en"],
  ["no language", {}, "en", undefined],
])("the text of a lesson is in %s", (_, languages, language, expected) => {
  expect(lessonText({ html: { languages } } as unknown as Lesson, language)?.language).toBe(
    expected,
  );
});
