import { expect } from "playwright/test";
import { test } from "../school.ts";
import { lessonAddress, signIn, WORKPLACE } from "../steps.ts";

test.use({ serviceWorkers: "allow" });

test("studying works in a private window", { tag: "@private" }, async ({ page, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await page.getByRole("button", { name: "Mark as complete" }).click();
  const completed = page.getByRole("button", { name: "Completed" });
  await expect(completed).toBeVisible();
  await page.reload();
  await expect(completed).toBeVisible();
});
