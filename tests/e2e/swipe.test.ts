import { expect, type Page } from "playwright/test";
import { isolated } from "./isolated.ts";
import { drag, PHONE, swipe } from "./phone.ts";
import { admin, test } from "./school.ts";
import { choose, FIRST_LINES, lessonAddress, signIn } from "./steps.ts";

test.use(PHONE);

const first = new RegExp(`^(Page 1 of 3|${isolated("עמוד [1] מתוך [3]")})`);
const second = new RegExp(`^(Page 2 of 3|${isolated("עמוד [2] מתוך [3]")})`);
const last = new RegExp(`^(Page 3 of 3|${isolated("עמוד [3] מתוך [3]")})`);
const pages = (page: Page) => page.getByText(/^(Page|עמוד) \u2068?\d/);

/** A place on the screen below a table with which a lesson begins. */
const BELOW_TABLE = 600;

/** Opens a lesson of three pages. */
const open = async (page: Page): Promise<void> => {
  await signIn(page, admin, lessonAddress(FIRST_LINES));
  await expect(pages(page)).toHaveText(first);
};

/** Repeats what turns a page until the app has taken it, and not once more. */
const turn = (page: Page, to: RegExp, action: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await action();
    // Whatever an event does is painted in the frame after the next.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await pages(page).textContent()).toMatch(to);
  }).toPass();

test("turns the pages of a lesson by a swipe, mirrored in right-to-left", async ({ page }) => {
  await open(page);
  await turn(page, second, () => swipe(page, "left"));
  await swipe(page, "left");
  await expect(pages(page)).toHaveText(last);
  await swipe(page, "left");
  await expect(pages(page)).toHaveText(last);
  await swipe(page, "right");
  await swipe(page, "right");
  await expect(pages(page)).toHaveText(first);

  await choose(page, "Language", "עברית");
  await swipe(page, "left");
  await expect(pages(page)).toHaveText(first);
  await swipe(page, "right");
  await expect(pages(page)).toHaveText(second);
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
  await turn(page, second, () => swipe(page, "left", BELOW_TABLE));

  const table = await page.getByRole("table").first().boundingBox();
  const y = (table?.y ?? 0) + 20;
  await drag(page, { x: 200, y }, { x: 320, y });
  await expect(pages(page)).toHaveText(second);

  await page.evaluate(() => {
    const text = document.querySelector("article p") as Element;
    getSelection()?.selectAllChildren(text);
  });
  await swipe(page, "right", BELOW_TABLE);
  await expect(pages(page)).toHaveText(second);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await swipe(page, "right", BELOW_TABLE);
  await expect(pages(page)).toHaveText(first);
});

test("the end of a page leads on to the next one", async ({ page }) => {
  await signIn(page, admin, lessonAddress(FIRST_LINES));
  await page.getByRole("button", { name: "Go on to page 2: Right angles" }).tap();
  await expect(pages(page)).toHaveText(second);
  // A tap right after the first one is the second half of a double tap, which the app ignores.
  await turn(page, last, () => page.getByRole("button", { name: /^Go on to page 3/ }).tap());
  await expect(page.getByRole("button", { name: /^Go on to page/ })).toHaveCount(0);
});
