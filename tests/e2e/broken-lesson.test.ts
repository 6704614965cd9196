import { expect, type Page } from "playwright/test";
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

const backToLessons = async (page: Page) => {
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
};

test("a lesson that is empty, broken or without a connection says so", async ({ page }) => {
  await signIn(page, admin, COURSE);
  /** Opens a lesson with other texts. Unit tests of the contract and of lessons have every kind of them. */
  const shows = async (key: string, languages: object, text: string) => {
    const call = new RegExp(`/lessons/${key}\\?`);
    await page.route(call, async (route) => {
      const { lesson } = await (await route.fetch()).json();
      await route.fulfill({ json: { lesson: { ...lesson, html: { languages } } } });
    });
    const asked = page.waitForRequest(call);
    await openInside(page, lessonAddress({ key }));
    // A lesson that arrived before would not be asked for again.
    await asked;
    await expect(heading(page)).toHaveText(text);
    await page.unroute(call);
    await backToLessons(page);
  };
  await test.step("an empty lesson shows that it has no content", () =>
    shows("seam-allowances", { en: { pages: [] } }, "This lesson has no content"));
  await test.step("a broken lesson shows that its content is invalid", () =>
    shows(PAPER.key, { en: { pages: "all" } }, "Invalid lesson content"));

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
