import { expect, type Page } from "playwright/test";
import { failures, holdBack } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { COURSE, completeBefore, heading, LESSONS, signIn } from "./steps.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Search lessons" });
const field = (page: Page) => dialog(page).getByRole("searchbox", { name: "Search" });
const found = (page: Page) => dialog(page).getByRole("list", { name: "Results" }).getByRole("link");

const openSearch = async (page: Page) => {
  await page.getByRole("button", { name: "Search lessons" }).click();
  await expect(field(page)).toBeFocused();
};

test("titles, sections and texts are found while typing, marked, and lead to the lesson", async ({
  page,
}) => {
  await signIn(page, admin, COURSE);
  await openSearch(page);
  await field(page).fill("LINES first");
  await expect(found(page)).toContainText(["Your first lines", "First lines"]);
  await expect(found(page).first().locator("mark")).toHaveText(["first", "lines"]);

  await field(page).fill("UNDERSIDE elbow");
  await expect(found(page)).toHaveText([LESSONS[0].title]);
  const excerpt = dialog(page).getByRole("listitem").locator("p");
  await expect(excerpt.locator("mark")).toHaveText(["elbow", "underside", "elbow"]);
  await field(page).press("ArrowDown");
  await expect(found(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(LESSONS[0].title);
  await expect(dialog(page)).toHaveCount(0);

  // A section shows its lessons, and the focus returns to the search button.
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await openSearch(page);
  await field(page).fill("waist and darts");
  await found(page).getByText("Waist and darts", { exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "The waist darts" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${COURSE}$`));
});

test("a text on a later page opens at that page, and texts in another language are found too", async ({
  page,
}) => {
  await signIn(page, admin, COURSE);
  await openSearch(page);
  await field(page).fill("שולחן גזירה");
  await expect(found(page)).toContainText([LESSONS[0].title]);
  await expect(dialog(page).locator("p[lang=he][dir=rtl] mark").first()).toBeVisible();
  await field(page).fill("right angles");
  await found(page).getByText(LESSONS[4].title).click();
  await expect(page).toHaveURL(new RegExp(`${LESSONS[4].key}\\?page=2$`));
});

test("a lesson that is closed is not found, by title or text, until it is open", async ({
  page,
  school,
  student,
}) => {
  await signIn(page, student, COURSE);
  await openSearch(page);
  await field(page).fill("fibre glass");
  await expect(dialog(page).getByRole("status")).toContainText("Nothing found for");
  await expect(found(page)).toHaveCount(0);
  await completeBefore(school, student, LESSONS.slice(0, 2));
  await signIn(page, student, COURSE);
  await openSearch(page);
  await field(page).fill("fibre glass");
  await expect(found(page)).toHaveText(["Tools that measure"]);
});

test("only the latest answer is shown", { tag: "@runtime" }, async ({ page }) => {
  await signIn(page, admin, COURSE);
  await openSearch(page);
  const release = await holdBack(page, /\/search\?q=hem/);
  const asked = page.waitForRequest(/\/search\?q=hem/);
  await field(page).fill("hem");
  await asked;
  await field(page).fill("UNDERSIDE elbow");
  await expect(found(page)).toHaveText([LESSONS[0].title]);
  await release();
  await field(page).fill("underside elbow ");
  await expect(found(page)).toHaveText([LESSONS[0].title]);
});

test("titles are found where texts cannot be searched, and a failure is shown", async ({
  page,
}) => {
  await page.route("**/api/products/PM/search**", failures["no network"]);
  await signIn(page, admin, COURSE);
  await openSearch(page);
  await field(page).fill("your first lines");
  await expect(found(page)).toContainText([LESSONS[4].title]);
  await expect(dialog(page).getByRole("status")).toContainText(
    "The texts of the lessons could not be searched.",
  );
  await page.unroute("**/api/products/PM/search**");

  let asked = 0;
  await page.route("**/api/products/PM/search**", (route) => {
    asked += 1;
    return route.fulfill({ status: 404, json: { code: "server/not_found" } });
  });
  await field(page).fill("your first line");
  await expect(dialog(page).getByRole("status")).toContainText("result");
  await expect.poll(() => asked).toBe(1);
  await field(page).fill("UNDERSIDE elbow");
  await expect(dialog(page).getByRole("status")).toContainText("Nothing found for");
  expect(asked).toBe(1);
});

test("search results are shown as plain text", async ({ page }) => {
  const html = `<img src=x onerror="document.title='harm'"> paper`;
  await page.route("**/api/products/PM/search**", (route) =>
    route.fulfill({
      json: { results: [{ lesson_id: 100, key: "workplace", excerpt: html, language: 'xx"' }] },
    }),
  );
  await signIn(page, admin, COURSE);
  await openSearch(page);
  await field(page).fill("paper");
  await expect(dialog(page).getByText("<img src=x onerror=")).toBeVisible();
  await expect(dialog(page).locator("img")).toHaveCount(0);
  await expect(page).not.toHaveTitle("harm");
});

test.describe("in Hebrew", () => {
  test.use({ locale: "he-IL", viewport: { width: 360, height: 740 } });

  test("the search finds without niqqud, axe finds nothing, and Escape gives the focus back", async ({
    page,
  }) => {
    await page.goto(COURSE);
    await page.getByRole("textbox", { name: "שם משתמש" }).fill(admin.username);
    await page.getByRole("textbox", { name: "סיסמה" }).fill(admin.password);
    await page.keyboard.press("Enter");
    const opener = page.getByRole("button", { name: "חיפוש בשיעורים" });
    await opener.press("Enter");
    const search = page.getByRole("searchbox", { name: "חיפוש" });
    await search.fill("נְיָיר");
    await expect(page.getByRole("dialog").locator("mark").first()).toHaveText("נייר");
    await expect(page.getByRole("dialog").locator("p[lang=he] mark").first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    // Some browsers clear the field on the first Escape.
    await search.fill("");
    await search.press("Escape");
    await expect(opener).toBeFocused();
  });
});
