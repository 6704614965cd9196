import { expect, type Page } from "playwright/test";
import { startTranslator } from "../support/start-translator.ts";
import { failures, holdBack } from "./answers.ts";
import { test } from "./school.ts";
import { speak, words } from "./speak.ts";
import {
  CORE_SCRIPT,
  heading,
  lessonAddress,
  signIn,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";

// Chromium's own translator needs a service of its maker, so a script does to the page what it does.

type Translated = Window & { showOriginal?: () => void };

const translate = (page: Page): Promise<void> =>
  page.evaluate(`window.showOriginal = (${startTranslator})()`);

const showOriginal = (page: Page): Promise<void> =>
  page.evaluate(() => (window as Translated).showOriginal?.());

test("in a lesson that is translated, labels change in place, and keep focus and announcements", {
  tag: "@runtime",
}, async ({ page, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await translate(page);
  await expect(page.locator("article font font").first()).toBeVisible();
  // A school that does not answer adds a sentence, which is announced, behind the button.
  await page.route("**/complete", failures["no network"]);
  const button = page.getByRole("button", { name: "Mark as complete" });
  await button.focus();
  await button.press("Enter");
  const completed = page.getByRole("button", { name: "Completed" });
  await expect(completed).toBeFocused();
  await expect(completed).toHaveText("Completed✓");
  const announced = page.getByRole("status").filter({ hasText: "will be sent to the school" });
  await expect(announced).toHaveText(/^Counts as completed/);
  await page.unroute("**/complete");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(announced).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Next lesson" })).toBeVisible();

  await speak(page, "he");
  // The lesson's own text comes after the labels.
  await expect(page.getByRole("article")).toContainText("הכתפיים נשארות רפויות");
  const translated = await page.getByRole("article").textContent();
  await showOriginal(page);
  await expect(page.locator("font")).toHaveCount(0);
  await expect(page.getByRole("article")).toHaveText(translated ?? "");
  await page.reload();
  // The praise is of the moment.
  const later = translated?.replace(words.he["lesson.well-done"] ?? "", "") ?? "";
  await expect(page.getByRole("article")).toHaveText(later);
});

test("a sign-in form that is translated before its script has loaded shows what is missing, and signs in", {
  tag: "@runtime",
}, async ({ page, student }) => {
  const release = await holdBack(page, CORE_SCRIPT);
  await page.goto("/tls/", { waitUntil: "commit" });
  await expect(signInForm(page)).toBeVisible();
  await translate(page);
  await release();
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveAccessibleDescription(
    "Please enter your username",
  );
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(heading(page)).toHaveText("Forgot password?");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(heading(page)).toHaveText("Sign in");
  await submitSignIn(page, student);
  await expect(heading(page)).toHaveText("Profile");
});
