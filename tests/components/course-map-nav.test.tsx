import { expect, test } from "vitest";
import { courseMap } from "../../src/domain/course-map.ts";
import { CourseMapNav } from "../../src/features/progress/course-map.tsx";
import { decodedChapter, decodedLesson } from "../unit/support/decoded-course.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { focus, press } from "./person.ts";
import { render } from "./render.tsx";

const KEYS = ["paper", "pencil", "lines", "angles"];

/** The map of four lessons: one completed, the next one, one open by its completion, one closed. */
const show = async (language: "en" | "he" = "en") => {
  const chapters = courseMap({
    menus: [decodedChapter("tools", KEYS)],
    lessons: Object.fromEntries(KEYS.map((key, at) => [key, decodedLesson(at + 1, key)])),
    order: KEYS.map((_, index) => ({ id: index + 1 })),
    completed: new Set([1, 3]),
    next: 2,
    level: 0,
  });
  const { container } = await render(
    <CourseMapNav chapters={chapters} hrefOf={(key) => `/lessons/PM/PMB/${key}`} />,
    { language },
  );
  return container;
};

test("the course map links to the lessons that are open, and has one Tab stop at the next lesson", async () => {
  await show();
  expect(queryAllByRole("link").map((link) => [nameOf(link), link.tabIndex])).toEqual([
    ["paper", -1],
    ["pencil", 0],
    ["lines", -1],
  ]);
  expect(queryByRole("link", "angles")).toBeNull();
});

test.each([
  [
    "en",
    "ArrowRight lines, ArrowLeft pencil, ArrowDown lines, ArrowDown lines, ArrowUp pencil, a pencil",
  ],
  ["he", "ArrowLeft lines, ArrowRight pencil, ArrowDown lines, ArrowUp pencil"],
] as const)(
  "the course map moves the focus by arrow keys, as one reads in %s, and the Tab stop with it",
  async (language, steps) => {
    const map = (await show(language)).querySelector<HTMLElement>("ul + div");
    if (language === "he") map?.style.setProperty("direction", "rtl");
    await focus(getByRole("link", "pencil"));
    for (const step of steps.split(", ")) {
      const [key = ""] = step.split(" ");
      await press(key);
      expect(`${key} ${nameOf(document.activeElement as HTMLElement)}`).toBe(step);
    }
    await press("ArrowUp");
    expect(queryAllByRole("link").map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  },
);
