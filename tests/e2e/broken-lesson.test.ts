import { expect } from "playwright/test";
import { answerLesson, failures } from "./answers.ts";
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
    await answerLesson(page, key, languages);
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

test("shows a message with a way back at an unknown address", async ({ page, student }) => {
  await signIn(page, student);
  await openInside(page, "/tls/lessons/PM/PMS");
  await expect(page.getByRole("main")).toContainText("You do not have this course.");
  await page.getByRole("link", { name: "Go to your courses" }).click();
  await expect(heading(page)).toHaveText("Profile");

  await test.step("an address of no screen leads to the main page", async () => {
    await page.goto("/tls/nonsense");
    await expect(heading(page)).toHaveText("Profile");
    for (const address of ["/tls/lessons/PM", "/tls/lessons/PM/PMB/workplace/more"]) {
      await openInside(page, COURSE);
      await expect(heading(page), address).toHaveText("Pattern making basics");
      await openInside(page, address);
      await expect(heading(page), address).toHaveText("Profile");
    }
  });

  await test.step("an unknown lesson is reported", async () => {
    await openInside(page, `${COURSE}/no-such-lesson`);
    await expect(heading(page)).toHaveText("There is no such lesson in this course.");
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });
});
