import { expect, type Page } from "playwright/test";
import { failures, someFailures } from "./answers.ts";
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
