import { expect } from "playwright/test";
import { heading, lessonAddress, signInForm, submitSignIn, WORKPLACE, PAPER } from "../e2e/journey.ts";
import { openThisComputer, quit, synced } from "./steps.ts";
import { test } from "./story.ts";

test("a course is studied where there is no network, and the school has all of it once there is one", async ({
  openDesktop,
  machine,
  student,
  line,
  tables,
}) => {
  const options = await machine("hybrid", "activated");
  const app = await openDesktop(options);
  const { page } = app;
  await submitSignIn(page, student);
  await expect(signInForm(page)).toHaveCount(0);
  await openThisComputer(page);
  await synced(page);
  await page.screenshot({ path: "/tmp/ds-1.png", fullPage: true });
});
