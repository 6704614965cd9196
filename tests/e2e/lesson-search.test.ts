import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import {
  COURSE,
  heading,
  LESSONS,
  lessonAddress,
  MEASURING_TOOLS,
  openInside,
  signIn,
  WORKPLACE,
} from "./steps.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Search lessons" });
const field = (page: Page) => dialog(page).getByRole("searchbox", { name: "Search" });
const found = (page: Page) => dialog(page).getByRole("list", { name: "Results" }).getByRole("link");

const openSearch = async (page: Page) => {
  await page.getByRole("button", { name: "Search lessons" }).click();
  await expect(field(page)).toBeFocused();
};

/** Some browsers clear the field on the first Escape. */
const closeSearch = async (page: Page) => {
  await field(page).fill("");
  await field(page).press("Escape");
  await expect(dialog(page)).toHaveCount(0);
};

test("the lessons of a course are searched", async ({ page }) => {
  await signIn(page, admin, COURSE);

  await test.step("titles, sections and texts are found while typing, marked, and lead to the lesson", async () => {
    await openSearch(page);
    await field(page).fill("LINES first");
    await expect(found(page)).toContainText(["Your first lines", "First lines"]);
    await expect(found(page).first().locator("mark")).toHaveText(["first", "lines"]);

    await field(page).fill("UNDERSIDE elbow");
    await expect(found(page)).toHaveText([LESSONS[0].title]);
    const excerpt = dialog(page).getByRole("listitem").locator("p");
    await expect(excerpt.locator("mark")).toHaveText(["elbow", "underside", "elbow"]);
    expect(await findings(page)).toEqual([]);
    await field(page).press("ArrowDown");
    await expect(found(page).first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(LESSONS[0].title);
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step("a text on a later page opens at that page, and texts in another language are found too", async () => {
    await openInside(page, COURSE);
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
    await openSearch(page);
    await field(page).fill("שולחן גזירה");
    await expect(found(page)).toContainText([LESSONS[0].title]);
    await expect(dialog(page).locator("p[lang=he][dir=rtl] mark").first()).toBeVisible();
    await field(page).fill("right angles");
    await found(page).getByText(LESSONS[4].title).click();
    await expect(page).toHaveURL(new RegExp(`${LESSONS[4].key}\\?page=2$`));
  });

  await test.step("search results are shown as plain text", async () => {
    const html = `<img src=x onerror="document.title='harm'"> paper`;
    await page.route("**/api/products/PM/search**", (route) =>
      route.fulfill({
        json: { results: [{ lesson_id: 100, key: "workplace", excerpt: html, language: 'xx"' }] },
      }),
    );
    await openInside(page, COURSE);
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
    await openSearch(page);
    await field(page).fill("paper");
    await expect(dialog(page).getByText("<img src=x onerror=")).toBeVisible();
    await expect(dialog(page).locator("img")).toHaveCount(0);
    await expect(page).not.toHaveTitle("harm");
    await page.unroute("**/api/products/PM/search**");
    await closeSearch(page);
  });
});

test("finds a closed lesson neither by title nor by text", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  await openSearch(page);
  await field(page).fill("fibre glass");
  await expect(dialog(page).getByRole("status")).toContainText("Nothing found for");
  await expect(found(page)).toHaveCount(0);
  await closeSearch(page);
  await openInside(page, lessonAddress(WORKPLACE));
  for (const { title } of LESSONS.slice(0, 2)) {
    await expect(heading(page)).toHaveText(title);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await page.getByRole("link", { name: "Next lesson" }).click();
  }
  await expect(heading(page)).toHaveText(MEASURING_TOOLS.title);
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await openSearch(page);
  await field(page).fill("fibre glass");
  await expect(found(page)).toHaveText(["Tools that measure"]);
});
