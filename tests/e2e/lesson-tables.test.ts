import { expect, type Locator } from "playwright/test";
import { PHONE } from "./phone.ts";
import { admin, test } from "./school.ts";
import { lessonAddress, MARKING_TOOLS, MEASURING_TOOLS, PAPER, signIn } from "./steps.ts";

test.use(PHONE);

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
    for (const { key } of [PAPER, MEASURING_TOOLS, MARKING_TOOLS, { key: "notches-marks" }]) {
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
