import { expect } from "playwright/test";
import { failures } from "./answers.ts";
import { admin, test } from "./school.ts";
import {
  COURSE,
  heading,
  lessonAddress,
  MEASURING_TOOLS,
  openInside,
  PAPER,
  signIn,
} from "./steps.ts";

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
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  };
  await test.step("an empty lesson shows that it has no content", () =>
    shows("seam-allowances", { en: { pages: [] } }, "This lesson has no content"));
  await test.step("a broken lesson shows that its content is invalid", () =>
    shows(PAPER.key, { en: { pages: "all" } }, "Invalid lesson content"));

  await test.step("a lesson that cannot be fetched shows what to check, and can be tried again", async () => {
    const call = new RegExp(`/lessons/${MEASURING_TOOLS.key}\\?`);
    await page.route(call, failures["a page in place of an answer"]);
    await openInside(page, lessonAddress(MEASURING_TOOLS));
    await expect(heading(page)).toHaveText(
      "The lesson could not be fetched. Please check your internet connection and try again",
    );
    await page.unroute(call);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page)).toHaveText(MEASURING_TOOLS.title);
  });
});
