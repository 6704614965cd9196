import { expect, test } from "vitest";
import type { Menu2 } from "../../src/contract/content.ts";
import { LessonTiles } from "../../src/features/lessons/lesson-tiles.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole } from "./accessible.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const section = (lessons: string[], size: { w: number | null; h: number | null }): Menu2 => ({
  title: "First",
  translations: [],
  lessons,
  ...size,
});

/** The tiles of a section, for somebody who has completed these lessons. */
const tiles = async (
  done: number[] = [],
  {
    lessons = ["paper", "lines_ml", "curve", "dart"],
    username = "dana",
    language = "en" as "en" | "he",
    size = { w: null, h: null } as { w: number | null; h: number | null },
  } = {},
) => {
  const opened = await openSignedIn(username);
  for (const id of done) opened.school.people.get(username)?.completed.set(id, "2026-03-01");
  await opened.courses.load();
  await opened.study.ensure("PM", "PMB");
  await renderApp(
    opened.app,
    <LessonTiles productKey="PM" courseKey="PMB" section={section(lessons, size)} />,
    { language },
  );
  return opened;
};

const drawn = () => queryAllByRole("link").map((tile) => `${nameOf(tile)}: ${descriptionOf(tile)}`);

test("the tiles of a section are a list of lessons, each named by its title and described by its state", async () => {
  await tiles([1]);
  expect(queryAllByRole("listitem", getByRole("list", "Lessons"))).toHaveLength(4);
  expect(drawn()).toEqual([
    "paper: Completed",
    "lines_ml: Next lesson",
    "curve: Not yet active",
    "dart: Not yet active",
  ]);
});

test("the tiles of a section link to the lessons that are open; a closed one is no link, but can be focused", async () => {
  await tiles([1]);
  const paper = getByRole<HTMLAnchorElement>("link", "paper");
  expect(new URL(paper.href).pathname).toBe("/lessons/PM/PMB/paper");
  const closed = getByRole("link", "curve");
  expect(closed.getAttribute("aria-disabled")).toBe("true");
  expect(closed.hasAttribute("href")).toBe(false);
  expect(closed.tabIndex).toBe(0);
  expect(paper.getAttribute("aria-disabled")).toBeNull();
});

test("the tiles of a section open the next one as soon as one is completed", async () => {
  const { progress } = await tiles([1]);
  await act(() => progress.complete(2, 1));
  expect(drawn().slice(1, 3)).toEqual(["lines_ml: Completed", "curve: Next lesson"]);
  expect(getByRole("link", "curve").hasAttribute("href")).toBe(true);
});

test("the tiles of a section are all links for an administrator", async () => {
  await tiles([], { username: "boss" });
  expect(drawn()).toEqual(["paper: Next lesson", "lines_ml: ", "curve: ", "dart: "]);
  expect(queryAllByRole("link").every((tile) => tile.hasAttribute("href"))).toBe(true);
});

test("the tiles of a section leave out a lesson that the product does not have", async () => {
  await tiles([], { lessons: ["paper", "lost", "lines_ml"] });
  expect(queryAllByRole("link").map(nameOf)).toEqual(["paper", "lines_ml"]);
});

test("the tiles of a section are replaced by a sentence in a section without lessons", async () => {
  await tiles([], { lessons: ["lost"] });
  expect(document.body.textContent).toContain("There are no lessons in this section yet.");
  expect(queryAllByRole("list")).toEqual([]);
});

test("the picture on a tile is the lesson's icon, and has no alternative text beside the title", async () => {
  const { school } = await tiles([], { lessons: ["paper"] });
  const picture = await waitUntil(() => document.querySelector("img"));
  expect(picture.src).toMatch(/^blob:/);
  expect(picture.alt).toBe("");
  const asked = school.requests.find(({ call }) => call === "GET /menu/icons");
  expect(new URL(asked?.request.url ?? "").search).toBe("?product=PM&title=paper.svg");
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
