import { expect, test } from "vitest";
import { LessonNeighbours } from "../../src/features/lessons/lesson-neighbours.tsx";
import { LessonFacts } from "../../src/features/lessons/lesson-view.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, queryByRole } from "./accessible.ts";
import { act, pageText, renderApp } from "./render.tsx";

/** What a lesson shows around its text, for somebody who has completed these lessons. */
const around = async (key: string, done: number[] = [], mainKey?: string) => {
  const opened = await openSignedIn();
  for (const id of done) opened.school.people.get("dana")?.completed.set(id, "2026-03-01");
  await opened.courses.load();
  await opened.study.ensure("PM", "PMB");
  const selection = opened.study.state.selection;
  const lesson = selection?.product.lessons[key];
  if (!selection || !lesson) throw new Error(`no lesson ${key}`);
  const pages = [{ title: "", html: `<p>${"seam ".repeat(500)}</p>`, subLessons: [] }];
  await renderApp(
    opened.app,
    <>
      <LessonFacts placed={lesson} content={{ language: "en", pages }} selection={selection} />
      <LessonNeighbours
        lesson={lesson}
        main={selection.product.lessons[mainKey ?? ""] ?? null}
        selection={selection}
        productKey="PM"
        courseKey="PMB"
        isDone={done.length > 0}
      />
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
  ["the last one", "dart", undefined, "This is the last lesson of the course."],
])("a lesson goes on after itself or its main lesson, whichever is further: %s", async (...row) => {
  const [, key, main, next] = row;
  await around(key, [1, 2, 5], main);
  expect(pageText()).toContain(next);
});
