import { expect, type Route } from "playwright/test";
import { failures, holdBack, someFailures } from "./answers.ts";
import { test } from "./school.ts";
import { COURSE, heading, lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const LESSON = /\/lessons\/workplace\?/;

/** Changes the answer with the lesson. */
const changed =
  (change: (lesson: Record<string, unknown>) => unknown) =>
  async (route: Route): Promise<void> => {
    const { lesson } = await (await route.fetch()).json();
    await route.fulfill({ json: { lesson: change(lesson) } });
  };

test("a lesson that cannot be fetched shows what to check, and can be tried again", async ({
  page,
  student,
}) => {
  await signIn(page, student, COURSE);
  for (const name of someFailures) {
    await page.goto(COURSE);
    await page.route(LESSON, failures[name]);
    await page.getByRole("link", { name: WORKPLACE.title }).click();
    await expect(heading(page), name).toHaveText(
      "The lesson could not be fetched. Please check your internet connection and try again",
    );
    await expect(page.getByRole("link", { name: "Back to lessons" }), name).toBeVisible();
    await page.unroute(LESSON);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page), name).toHaveText(WORKPLACE.title);
  }
});

test("a slow lesson shows that it is loading", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  const release = await holdBack(page, LESSON);
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(page.getByRole("status")).toHaveText("Fetching the lesson…");
  await release();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
});

test("a lesson that never arrives is given up after 30 seconds, and can be tried again", async ({
  page,
  student,
}) => {
  await page.clock.install();
  await signIn(page, student, COURSE);
  const release = await holdBack(page, LESSON);
  const asked = page.waitForRequest(LESSON);
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await asked;
  await expect(page.getByRole("status")).toHaveText("Fetching the lesson…");
  // The time limit starts once the screen has rendered; a screen that opens later would send a new
  // request.
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  await page.clock.fastForward(30_000);
  await expect(heading(page)).toHaveText(/^The lesson could not be fetched\./);
  await release();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
});

const empty = {
  "no languages": (lesson: object) => ({ ...lesson, html: { languages: {} } }),
  "no pages": (lesson: object) => ({ ...lesson, html: { languages: { en: { pages: [] } } } }),
  "nothing on its pages": (lesson: object) => ({
    ...lesson,
    html: { languages: { en: { pages: [{ title: "", html: " ", subLessons: [] }] } } },
  }),
  "no text at all": (lesson: object) => ({ ...lesson, html: null }),
};

test("an empty lesson shows that it has no content", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  for (const [what, change] of Object.entries(empty)) {
    await page.route(LESSON, changed(change));
    await page.goto(lessonAddress(WORKPLACE));
    await expect(heading(page), what).toHaveText("This lesson has no content");
    await page.unroute(LESSON);
  }
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
});

const invalid = {
  "no lesson in the answer": () => undefined,
  "a list in place of a lesson": () => ["surprise"],
  "pages that are no list": (lesson: object) => ({
    ...lesson,
    html: { languages: { en: { pages: "all" } } },
  }),
  "text that is no text": (lesson: object) => ({
    ...lesson,
    html: { languages: { en: { pages: [{ html: { wrong: true } }] } } },
  }),
  "no number": (lesson: object) => ({ ...lesson, dbid: null }),
};

test("a broken lesson shows that its content is invalid", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  for (const [what, change] of Object.entries(invalid)) {
    await page.route(LESSON, changed(change));
    await page.goto(lessonAddress(WORKPLACE));
    await expect(heading(page), what).toHaveText("Invalid lesson content");
    await page.unroute(LESSON);
  }
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
});

test("a course without menus shows no blank page", async ({ page, student }) => {
  await page.route("**/skeleton", async (route) => {
    const { product } = await (await route.fetch()).json();
    await route.fulfill({ json: { product: { ...product, menu: { menu1: [] } } } });
  });
  await signIn(page, student, COURSE);
  await expect(heading(page)).toHaveText("Pattern making basics");
  await expect(page.getByText("There are no lessons in this section yet.")).toBeVisible();
});
