import { expect } from "playwright/test";
import { test } from "../school.ts";
import { COURSE, choose, heading, PAPER, signInByForm, signInForm, WORKPLACE } from "../steps.ts";

test("signs in, completes a lesson, finds the next one, signs out", async ({ page, student }) => {
  await signInByForm(page, student);
  await choose(page, "Courses", "Pattern making basics");
  await expect(page).toHaveURL(new RegExp(`${COURSE}$`));
  await page.getByRole("button", { name: "Tools and paper" }).click();
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  const picture = page.getByRole("figure").getByRole("img").first();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
  await page.getByRole("link", { name: "Next lesson" }).click();
  await expect(heading(page)).toHaveText(PAPER.title);
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await choose(page, "Progress", "Today's class");
  await expect(page.getByRole("link", { name: `Continue: ${PAPER.title}` })).toBeVisible();
  const weekday = await page.evaluate(() =>
    new Date().toLocaleDateString("en", { weekday: "long" }),
  );
  const present = page.getByRole("list", { name: "Day by day" }).locator("[aria-current=date]");
  await expect(present).toContainText(`${weekday}: 1 lesson done`);
  await choose(page, /^Hello/, "Logout");
  await expect(signInForm(page)).toBeVisible();
});
