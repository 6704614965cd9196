import { expect, type Page } from "playwright/test";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { COURSE, signIn } from "./steps.ts";

const row = (page: Page, name: string | RegExp) => page.getByRole("navigation", { name });
const edges = async (page: Page, name: string | RegExp) => {
  const frame = row(page, name);
  return frame.evaluate((nav) => ({
    before: getComputedStyle(nav, "::before").opacity === "1",
    after: getComputedStyle(nav, "::after").opacity === "1",
  }));
};
const isSeen = (page: Page, name: string | RegExp) =>
  row(page, name).evaluate((nav) => {
    const frame = nav.getBoundingClientRect();
    const present = nav.querySelector("[aria-current]")?.getBoundingClientRect();
    return present !== undefined && present.left >= frame.left && present.right <= frame.right + 1;
  });
const scrollTo = (page: Page, name: string | RegExp, left: number) =>
  row(page, name).evaluate((nav, to) => nav.querySelector("ul")?.scrollTo({ left: to }), left);

test.use({ viewport: { width: 360, height: 740 } });

test("scrolls the row of chapters to the present one", async ({ page }) => {
  await signIn(page, admin, COURSE);
  const menu = "Course menu";
  await expect.poll(() => edges(page, menu)).toEqual({ before: false, after: true });
  await scrollTo(page, menu, 120);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: true });
  await scrollTo(page, menu, 9999);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: false });

  await row(page, menu).getByRole("button", { name: "The trousers block" }).click();
  await page.reload();
  await expect.poll(() => isSeen(page, menu)).toBe(true);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: false });

  await test.step("from right to left the row of chapters shows that it can be scrolled", async () => {
    await speak(page, "he");
    const hebrew = "תפריט הקורס";
    await scrollTo(page, hebrew, 0);
    await expect.poll(() => edges(page, hebrew)).toEqual({ before: false, after: true });
    await scrollTo(page, hebrew, -9999);
    await expect.poll(() => edges(page, hebrew)).toEqual({ before: true, after: false });
  });
});
