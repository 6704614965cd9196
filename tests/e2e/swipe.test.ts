import { expect, type Page } from "playwright/test";
import { isolated } from "./isolated.ts";
import { drag, PHONE, swipe } from "./phone.ts";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { FIRST_LINES, lessonAddress, signIn } from "./steps.ts";

test.use(PHONE);

/** A place on the screen below a table with which a lesson begins. */
const BELOW_TABLE = 600;

const onPage = (page: Page, number: number): Promise<void> =>
  expect(page.getByText(/^(Page|עמוד) \u2068?\d/)).toHaveText(
    new RegExp(`^(Page ${number} of 3|${isolated(`עמוד [${number}] מתוך [3]`)})`),
  );

/** Opens a lesson of three pages. */
const open = async (page: Page): Promise<void> => {
  await signIn(page, admin, lessonAddress(FIRST_LINES));
  await onPage(page, 1);
  // A lesson takes touches from the frame after the one that shows it.
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))),
      ),
  );
};

test("turns the pages of a lesson by a swipe, mirrored in right-to-left", async ({ page }) => {
  await open(page);
  // Nothing comes after the last page, and nothing before the first.
  for (const [to, number] of [
    ["left", 2],
    ["left", 3],
    ["left", 3],
    ["right", 2],
    ["right", 1],
    ["right", 1],
  ] as const) {
    await swipe(page, to);
    await onPage(page, number);
  }
  await speak(page, "he");
  await expect(page.locator("article [lang=he]").first()).toBeVisible();
  await swipe(page, "left");
  await onPage(page, 1);
  await swipe(page, "right");
  await onPage(page, 2);
});

test("ignores a swipe over selected text or a table that scrolls", async ({ page }) => {
  await page.route(`**/api/products/PM/lessons/${FIRST_LINES.key}`, async (route) => {
    const answer = await route.fetch();
    const { lesson } = await answer.json();
    const cell = `<td>${"wide".repeat(30)}</td>`;
    for (const each of lesson.html.languages.en.pages) {
      each.html = `<table><tbody><tr>${cell.repeat(3)}</tr></tbody></table>${each.html}`;
    }
    await route.fulfill({ response: answer, json: { lesson } });
  });
  await open(page);
  await swipe(page, "left", BELOW_TABLE);
  await onPage(page, 2);

  const table = await page.getByRole("table").first().boundingBox();
  const y = (table?.y ?? 0) + 20;
  await drag(page, { x: 200, y }, { x: 320, y });
  await onPage(page, 2);

  await page.evaluate(() => {
    const text = document.querySelector("article p") as Element;
    getSelection()?.selectAllChildren(text);
  });
  await swipe(page, "right", BELOW_TABLE);
  await onPage(page, 2);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await swipe(page, "right", BELOW_TABLE);
  await onPage(page, 1);
});
