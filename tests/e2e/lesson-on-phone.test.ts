import { expect, type Locator, type Page } from "playwright/test";
import { admin, PHONE, test } from "./school.ts";
import { isolated, speak } from "./speak.ts";
import { FIRST_LINES, LESSONS, lessonAddress, signIn } from "./steps.ts";

test.use(PHONE);

interface Point {
  x: number;
  y: number;
}

/** How long a finger takes for a drag, in seconds. */
const DRAG_SECONDS = 0.2;

/**
 * Drags a finger over the screen. The browser gets the touches as from a touch screen, with the times of a quick
 * drag: on a machine with other work they arrive more slowly, and a slow drag is none that turns a page.
 */
const drag = async (page: Page, from: Point, to: Point): Promise<void> => {
  const touch = await page.context().newCDPSession(page);
  const at = (part: number) => [
    { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
  ];
  const began = Date.now() / 1000;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : at(part),
      timestamp: began + part * DRAG_SECONDS,
    });
  await send("touchStart", 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await send("touchMove", part);
  await send("touchEnd", 1);
  await touch.detach();
};

/** Swipes from the middle of the screen to one side. */
const swipe = (page: Page, to: "left" | "right", y = 420): Promise<void> =>
  drag(page, { x: 180, y }, { x: to === "left" ? 60 : 300, y: y + 5 });

/** A place on the screen below a table with which a lesson begins. */
const BELOW_TABLE = 600;

const onPage = (page: Page, number: number): Promise<void> =>
  expect(page.getByText(/^(Page|עמוד) \u2068?\d/)).toHaveText(
    new RegExp(`^(Page ${number} of 3|${isolated(`עמוד [${number}] מתוך [3]`)})`),
  );

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

/** The lines of the longest text in each column, and whether the table is wider than its place. */
const layoutOf = (table: Locator) =>
  table.evaluate((element) => {
    const { rows, offsetWidth, parentElement: frame } = element as HTMLTableElement;
    const columns = [...(rows[0]?.cells ?? [])].map((_, column) => {
      const cells = [...rows].map((row) => row.cells[column] as HTMLTableCellElement);
      const length = (cell: HTMLTableCellElement) => cell.textContent.length;
      const longest = cells.reduce((one, other) => (length(other) > length(one) ? other : one));
      const { lineHeight } = getComputedStyle(longest);
      const range = document.createRange();
      range.selectNodeContents(longest);
      return {
        words: longest.textContent.split(/\s+/).length,
        lines: Math.round(range.getBoundingClientRect().height / Number.parseFloat(lineHeight)),
      };
    });
    return { columns, scrolls: offsetWidth > (frame as HTMLElement).clientWidth };
  });

for (const [language, direction] of [
  ["en", "ltr"],
  ["he", "rtl"],
]) {
  test(`a table on a phone has several words in each line and need not be scrolled sideways, ${direction}`, {
    tag: direction === "ltr" ? [] : "@all",
  }, async ({ page }) => {
    await page.addInitScript(
      (stored) => localStorage.setItem("language.v1", stored),
      JSON.stringify(language),
    );
    for (const { key } of [...LESSONS.slice(1, 4), { key: "notches-marks" }]) {
      const address = lessonAddress({ key });
      if (page.url() === "about:blank") await signIn(page, admin, address);
      else await page.goto(address);
      const table = page.locator("table").first();
      await expect(table).toHaveCSS("direction", direction ?? "");
      const { columns, scrolls } = await layoutOf(table);
      expect(scrolls, key).toBe(false);
      const [longest] = columns.toSorted((a, b) => b.words - a.words);
      expect(longest && longest.words / longest.lines, key).toBeGreaterThan(1.6);
    }
  });
}
