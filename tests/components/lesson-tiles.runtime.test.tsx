import { expect, test } from "vitest";
import type { Menu2 } from "../../src/contract/content.ts";
import { LessonTiles } from "../../src/features/lessons/lesson-tiles.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole } from "./accessible.ts";
import { renderApp } from "./render.tsx";

/** The tiles of a section, one of whose lessons the product does not have, for somebody who has completed these lessons. */
const tiles = async (
  done: number[] = [],
  {
    lessons = ["paper", "lines_ml", "lost", "curve", "dart"],
    size = { w: null, h: null } as { w: number | null; h: number | null },
  } = {},
) => {
  const opened = await openSignedIn();
  for (const id of done) opened.school.people.get("dana")?.completed.set(id, "2026-03-01");
  await opened.courses.load();
  await opened.study.ensure("PM", "PMB");
  const section: Menu2 = { title: "First", translations: [], lessons, ...size };
  const tilesOf = <LessonTiles productKey="PM" courseKey="PMB" section={section} />;
  await renderApp(opened.app, tilesOf);
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
