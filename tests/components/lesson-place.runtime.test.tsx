import { expect, test } from "vitest";
import type { Menu2 } from "../../src/contract/content.ts";
import { LessonHtml } from "../../src/features/lessons/lesson-html.tsx";
import { LessonNeighbours, SubLessons } from "../../src/features/lessons/lesson-neighbours.tsx";
import { LessonTiles } from "../../src/features/lessons/lesson-tiles.tsx";
import { LessonFacts } from "../../src/features/lessons/lesson-view.tsx";
import { prepareHtmlText } from "../../src/ui/html-text.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, pageText, renderApp, waitUntil } from "./render.tsx";

/** A course of somebody who has completed these lessons. */
const openCourse = async (done: number[] = []) => {
  const opened = await openSignedIn();
  for (const id of done) opened.school.people.get("dana")?.completed.set(id, "2026-03-01");
  await opened.courses.load();
  await opened.study.ensure("PM", "PMB");
  const { selection } = opened.study.state;
  if (!selection) throw new Error("no course");
  return { ...opened, selection };
};

/** What a lesson shows around its text. */
const around = async (key: string, done: number[] = [], mainKey = "") => {
  const opened = await openCourse(done);
  const { selection } = opened;
  const { [key]: lesson, [mainKey]: main = null } = selection.product.lessons;
  if (!lesson) throw new Error(`no lesson ${key}`);
  const pages = [{ title: "", html: `<p>${"seam ".repeat(500)}</p>`, subLessons: [] }];
  const neighbours = { lesson, main, selection, isDone: done.length > 0 };
  await renderApp(
    opened.app,
    <>
      <LessonFacts placed={lesson} content={{ language: "en", pages }} selection={selection} />
      <LessonNeighbours {...neighbours} />
    </>,
  );
  return opened;
};

test("a lesson shows its place in its section, and how long it takes to read", async () => {
  await around("lines_ml", [1]);
  expect(pageText()).toContain("Lesson 2 of 2 in “Paper”");
  expect(pageText()).toContain("About 2 minutes to read");
});

test("a lesson names the next one before it is complete, and links to it afterwards", async () => {
  const { progress } = await around("paper");
  expect(pageText()).toContain("Next: lines_ml");
  expect(pageText()).toContain("It opens once this lesson is completed.");
  expect(queryByRole("link", "Next lesson")).toBeNull();
  await act(() => progress.complete(1, 1));
  expect(pageText()).not.toContain("It opens once");
  expect(descriptionOf(getByRole("link", "Next lesson"))).toBe("Next: lines_ml");
});

test.each([
  ["one in no order", "straight", "lines_ml", "Next: curve"],
  ["one before it in the order", "paper", "lines_ml", "Next: curve"],
  ["one after it in the order", "curve", "lines_ml", "Next: dart"],
  ["the last one", "dart", "", "This is the last lesson of the course."],
])("a lesson goes on after itself or its main lesson, whichever is further: %s", async (...row) => {
  const [, key, main, next] = row;
  await around(key, [1, 2, 5], main);
  expect(pageText()).toContain(next);
});

/** The parts of the lesson `lines_ml`, whose pictures are missing. */
const parts = async () => {
  const { app, school, selection } = await openCourse();
  school.answer("GET /menu/icons", () => school.refusal(404, ""));
  const subLessons = [3, 4].map((subLessonId) => ({ subLessonId, title: {} }));
  const page = { title: "", html: "", subLessons };
  const shown = { page, selection, completed: new Set<number>() };
  await renderApp(app, <SubLessons {...shown} />);
  return queryAllByRole("listitem", getByRole("list", "Parts of this lesson"));
};

test("the parts of a lesson say where a picture cannot be fetched", async () => {
  for (const item of await parts()) {
    await waitUntil(() => item.textContent?.includes("This picture could not be fetched."));
    expect(queryAllByRole("link", item)).toHaveLength(1);
  }
});

/** A lesson with this text. */
const text = async (html: string) => {
  const opened = await openSignedIn();
  await prepareHtmlText();
  const place = { productKey: "PM", courseKey: "PMB", lessonKey: "paper" };
  await renderApp(opened.app, <LessonHtml html={html} language="en" {...place} />);
  return opened;
};

test("a file that a lesson links to says so when it cannot be fetched", async () => {
  const { school, app } = await text('<p><a data-asset="sheet.pdf">The sheet</a></p>');
  school.answer("GET /assets/fetchData", () => school.refusal(404, ""));
  await click(await waitUntil(() => queryAllByRole("link")[0]));
  const shown = await waitUntil(() => app.alerts.state.list[0]);
  expect(shown).toMatchObject({ tone: "error", text: "lesson.file-missing" });
});

test("a link that leads out of the school opens in a new tab and says so", async () => {
  await text(
    '<p><a data-web="https://shop.example/">The shop</a> <a data-web="javascript:alert(1)">No</a></p>',
  );
  const link = getByRole("link", "The shop (leads out of the school)");
  const told = ["href", "target", "rel"].map((name) => link.getAttribute(name));
  expect(told).toEqual(["https://shop.example/", "_blank", "noopener noreferrer"]);
  expect(queryAllByRole("link")).toHaveLength(1);
});

/** The tiles of a section, one of whose lessons the product does not have, for somebody who has completed these lessons. */
const tiles = async (
  done: number[] = [],
  {
    lessons = ["paper", "lines_ml", "lost", "curve", "dart"],
    size = { w: null, h: null } as { w: number | null; h: number | null },
  } = {},
) => {
  const { app, selection } = await openCourse(done);
  const section: Menu2 = { title: "First", translations: [], lessons, ...size };
  await renderApp(app, <LessonTiles selection={selection} section={section} />);
};

const drawn = () => queryAllByRole("link").map((tile) => `${nameOf(tile)}: ${descriptionOf(tile)}`);

test("the tiles of a section are links with the state of each lesson; a closed one is no link, but can be focused", async () => {
  await tiles([1]);
  expect(queryAllByRole("listitem", getByRole("list", "Lessons"))).toHaveLength(4);
  expect(drawn()).toEqual([
    "paper: Completed",
    "lines_ml: Next lesson",
    "curve: Not yet active",
    "dart: Not yet active",
  ]);
  const paper = getByRole<HTMLAnchorElement>("link", "paper");
  expect(new URL(paper.href).pathname).toBe("/lessons/PM/PMB/paper");
  const closed = getByRole("link", "curve");
  expect(closed.getAttribute("aria-disabled")).toBe("true");
  expect(closed.hasAttribute("href")).toBe(false);
  expect(closed.tabIndex).toBe(0);
});

test("the tiles of a section without lessons are replaced by a sentence", async () => {
  await tiles([], { lessons: ["lost"] });
  expect(document.body.textContent).toContain("There are no lessons in this section yet.");
});

test.each([
  [{ w: null, h: null }, "90px", "90 / 80"],
  [{ w: 120, h: 60 }, "120px", "120 / 60"],
])("the picture on a tile has the size that the section sets: %j", async (size, width, ratio) => {
  await tiles([], { size });
  const { style } = getByRole("list", "Lessons");
  expect(style.getPropertyValue("--tile-w")).toBe(width);
  expect(style.getPropertyValue("--tile-ratio")).toBe(ratio);
});
