import { expect, type Page, type Route } from "playwright/test";
import { failures, holdBack, someFailures } from "./answers.ts";
import { admin, test } from "./school.ts";
import {
  COURSE,
  heading,
  lessonAddress,
  MARKING_TOOLS,
  MEASURING_TOOLS,
  openInside,
  PAPER,
  signIn,
  WORKPLACE,
} from "./steps.ts";

const LESSON = /\/lessons\/workplace\?/;

/** Changes the answer with the lesson. */
const changed =
  (change: (lesson: Record<string, unknown>) => unknown) =>
  async (route: Route): Promise<void> => {
    const { lesson } = await (await route.fetch()).json();
    await route.fulfill({ json: { lesson: change(lesson) } });
  };

const empty = {
  "no languages": (lesson: object) => ({ ...lesson, html: { languages: {} } }),
  "no pages": (lesson: object) => ({ ...lesson, html: { languages: { en: { pages: [] } } } }),
  "nothing on its pages": (lesson: object) => ({
    ...lesson,
    html: { languages: { en: { pages: [{ title: "", html: " ", subLessons: [] }] } } },
  }),
  "no text at all": (lesson: object) => ({ ...lesson, html: null }),
};

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

const backToLessons = async (page: Page) => {
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
};

/** Opens a lesson at its address, with a changed answer. */
const openChanged = async (page: Page, key: string, change: (lesson: object) => unknown) => {
  const call = new RegExp(`/lessons/${key}\\?`);
  await page.route(call, changed(change));
  const asked = page.waitForRequest(call);
  await openInside(page, lessonAddress({ key }));
  // A lesson that arrived before would not be asked for again.
  await asked;
  return () => page.unroute(call);
};

test("a lesson that is empty, broken or without a connection says so", async ({ page }) => {
  await signIn(page, admin, COURSE);
  await test.step("an empty lesson shows that it has no content", async () => {
    const keys = ["seam-allowances", "dart-pivot", "fit-transfer", "line-length"];
    for (const [at, [what, change]] of Object.entries(empty).entries()) {
      const undo = await openChanged(page, keys[at] ?? "", change);
      await expect(heading(page), what).toHaveText("This lesson has no content");
      await undo();
      await backToLessons(page);
    }
  });

  await test.step("a broken lesson shows that its content is invalid", async () => {
    for (const [what, change] of Object.entries(invalid)) {
      const undo = await openChanged(page, PAPER.key, change);
      await expect(heading(page), what).toHaveText("Invalid lesson content");
      await undo();
      await backToLessons(page);
    }
  });

  await test.step("a lesson that cannot be fetched shows what to check, and can be tried again", async () => {
    for (const [at, name] of someFailures.entries()) {
      const { key, title } = [MEASURING_TOOLS, MARKING_TOOLS][at] ?? WORKPLACE;
      const call = new RegExp(`/lessons/${key}\\?`);
      await page.route(call, failures[name]);
      await openInside(page, lessonAddress({ key }));
      await expect(heading(page), name).toHaveText(
        "The lesson could not be fetched. Please check your internet connection and try again",
      );
      await expect(page.getByRole("link", { name: "Back to lessons" }), name).toBeVisible();
      await page.unroute(call);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(heading(page), name).toHaveText(title);
      await backToLessons(page);
    }
  });
});

test("gives up a lesson after 30 seconds without an answer", async ({ page, student }) => {
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

test("a course without menus shows no blank page", async ({ page, student }) => {
  await page.route("**/skeleton", async (route) => {
    const { product } = await (await route.fetch()).json();
    await route.fulfill({ json: { product: { ...product, menu: { menu1: [] } } } });
  });
  await signIn(page, student, COURSE);
  await expect(heading(page)).toHaveText("Pattern making basics");
  await expect(page.getByText("There are no lessons in this section yet.")).toBeVisible();
});
