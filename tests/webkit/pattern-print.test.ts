import { execFileSync } from "node:child_process";
import path from "node:path";
import { decode } from "fast-png";
import { expect } from "playwright/test";
import { printedPages } from "./printed-pages.ts";
import { openPrintRoom, signIn } from "./steps.ts";
import { test } from "./webkit.ts";

/** What a ruler shows. */
const HALF_A_MILLIMETRE = 0.05;

const PIXELS_PER_INCH = 600;
const PIXELS_PER_CM = PIXELS_PER_INCH / 2.54;
const DARK = 128;
/** Nothing else in the upper half of the page is as long and straight as the square, in centimetres. */
const LEAST_CM = 9;

/** The middles of the lines across a picture that have a dark run of at least a length. */
const longLines = (
  across: number,
  along: number,
  least: number,
  isDark: (across: number, along: number) => boolean,
): number[] => {
  const rows: number[] = [];
  for (let row = 0; row < across; row += 1) {
    let run = 0;
    for (let at = 0; at < along && run < least; at += 1) run = isDark(row, at) ? run + 1 : 0;
    if (run >= least) rows.push(row);
  }
  const starts = rows.filter((row) => !rows.includes(row - 1));
  const ends = rows.filter((row) => !rows.includes(row + 1));
  return starts.map((start, line) => (start + (ends[line] ?? start)) / 2);
};

/**
 * Measures the test square of 10 × 10 cm on the first page of a PDF, which lies in one of 4 × 4 inches.
 * @returns its sides in centimetres
 * @throws Error if the two squares are not there
 */
const measureSquare = (pdf: string): { width: number; height: number } => {
  const options = ["-r", String(PIXELS_PER_INCH), "-f", "1", "-l", "1", "-gray", "-png"];
  const picture = execFileSync("pdftoppm", [...options, pdf], { maxBuffer: 2 ** 28 });
  const { width, height, data, channels } = decode(picture);
  const isDark = (x: number, y: number) => (data[(y * width + x) * channels] ?? 0) < DARK;
  const least = LEAST_CM * PIXELS_PER_CM;
  // The sides of the inner square have nothing between them.
  const side = (lines: number[]) => {
    const gaps = lines.slice(1).map((line, before) => line - (lines[before] ?? 0));
    if (gaps.length < 2) throw new Error("There is no test square.");
    return Math.max(...gaps) / PIXELS_PER_CM;
  };
  const half = Math.floor(height / 2);
  return {
    width: side(longLines(width, half, least, isDark)),
    height: side(longLines(half, width, least, (y, x) => isDark(x, y))),
  };
};

test("a draft is printed in its real size, and its texts are painted for the PDF", async ({
  openBrowser,
  running,
  admin,
}, testInfo) => {
  const folder = testInfo.outputPath();
  const page = await openBrowser({ theme: "light", printFolder: folder });
  await page.open(`${running.url}/tls/patterns`);
  await signIn(page, admin);
  await openPrintRoom(page);
  await page.click("button", "Print");
  const file = path.join(folder, "1.pdf");
  await page.printed(file);
  const planned = /(\d+) pages/.exec(await page.text())?.[1];
  const pages = printedPages(file);
  expect(pages).toHaveLength(Number(planned));
  for (const { lines } of pages) expect(lines.length).toBeGreaterThan(0);
  for (const side of Object.values(measureSquare(file))) {
    expect(Math.abs(side - 10), `${side} cm`).toBeLessThan(HALF_A_MILLIMETRE);
  }
  await page.click("button", "Save as PDF");
  await page.until("the PDF", async () => !(await page.text()).includes("Preparing the file"));
  expect(await page.text()).not.toContain("This could not be prepared");
});
