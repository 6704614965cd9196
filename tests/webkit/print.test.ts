import { execFileSync } from "node:child_process";
import path from "node:path";
import { decode } from "fast-png";
import { expect } from "playwright/test";
import { COURSE, completeBefore, FIRST_LINES, LESSONS, lessonAddress } from "../e2e/steps.ts";
import { type PrintedLine, type PrintedPage, printedPages } from "./printed-pages.ts";
import { hasItsPictures, openPrintRoom, signIn } from "./steps.ts";
import { test as base } from "./webkit.ts";
import type { WebKitPage } from "./webkit-page.ts";

/** The page margins of GTK, in points. */
const TOP = 18;
const BOTTOM = 40;
/** By how much the box of a line exceeds its letters. */
const LEADING = 5;

/** A lesson with one page on the screen and several on paper, with a film. */
const LONG = { key: "dart-pivot", title: "Moving a dart by pivoting" };
const HEBREW_TITLE = "העברת מחסר בסיבוב";

interface Printer {
  /** A window that prints to a folder. */
  page: WebKitPage;
  /** Lets the page print, and returns the printed pages. */
  print: (start: () => Promise<unknown>) => Promise<PrintedPage[]>;
}

const test = base.extend<{ openPrinter: (theme: "light" | "dark") => Promise<Printer> }>({
  openPrinter: async ({ openBrowser }, use, testInfo) =>
    use(async (theme) => {
      const printFolder = testInfo.outputPath();
      const page = await openBrowser({ theme, printFolder });
      let count = 0;
      const print: Printer["print"] = async (start) => {
        await start();
        count += 1;
        const file = path.join(printFolder, `${count}.pdf`);
        await page.printed(file);
        return printedPages(file);
      };
      return { page, print };
    }),
});

/** A line that is cut in two is on both pages. */
const halves = (pages: PrintedPage[]): string[] =>
  pages.slice(1).flatMap(({ lines: [first] }, at) => {
    const last = pages[at]?.lines.at(-1);
    return first && first.text === last?.text ? [first.text] : [];
  });

/** Headings that are the last line of a page, away from what follows them. A heading's letters are larger. */
const leftHeadings = (pages: PrintedPage[]): string[] => {
  const height = ({ top, bottom }: PrintedLine) => bottom - top;
  const sizes = pages.flatMap(({ lines }) => lines.map(height)).toSorted((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return pages.slice(0, -1).flatMap(({ lines }) => {
    const last = lines.toSorted((a, b) => a.top - b.top).at(-1);
    return last && height(last) > usual * 1.2 ? [last.text] : [];
  });
};

/** Checks that pages are white and nothing is cut at their ends. */
const expectClean = (pages: PrintedPage[]): void => {
  expect(pages.length).toBeGreaterThan(0);
  for (const [at, { width, height, lines, isWhite, white }] of pages.entries()) {
    const where = `page ${at + 1}`;
    expect(width, where).toBeLessThan(height);
    expect(white, `${where}: white paper`).toBeGreaterThan(0.7);
    // A cut line leaves ink in the last row of its page.
    expect(isWhite(0, TOP + 1), `${where}: nothing is cut at the top`).toBe(true);
    const end = height - BOTTOM;
    expect(isWhite(end - 2, height), `${where}: nothing is cut at the bottom`).toBe(true);
    const cut = lines.filter(({ top, bottom }) => top < TOP - LEADING || bottom > end + LEADING);
    expect(cut, `${where}: lines that are cut`).toEqual([]);
    expect(lines.length, `${where}: lines`).toBeGreaterThan(0);
  }
  expect(halves(pages), "lines on two pages").toEqual([]);
  expect(leftHeadings(pages), "headings at the end of a page").toEqual([]);
};

const textOf = (pages: PrintedPage[]): string =>
  pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(" ");

test("a lesson is printed by its button and by the browser's command", async ({
  openPrinter,
  running,
  admin,
}) => {
  const { page, print } = await openPrinter("dark");
  await test.step("a lesson is printed from a dark window on white paper, and no line of text is cut", async () => {
    await page.open(`${running.url}${lessonAddress(FIRST_LINES)}`);
    await signIn(page, admin);
    await page.see("heading", FIRST_LINES.title);
    const pages = await print(() => page.click("button", "Print"));
    expectClean(pages);
    expect(pages.length).toBeGreaterThan(1);
    for (const part of [FIRST_LINES.title, "Straight lines", "Right angles", "Curves"]) {
      expect(textOf(pages)).toContain(part);
    }
    expect(textOf(pages)).not.toContain("Mark as complete");
  });

  await test.step("a lesson is printed by the browser's own command as well, on white paper, and no line of text is cut", async () => {
    await page.open(`${running.url}${lessonAddress(LONG)}`);
    await page.see("heading", LONG.title);
    await hasItsPictures(page);
    // Prints the page by the browser's command, without an event for the app.
    const pages = await print(() => page.run(() => window.print()));
    expectClean(pages);
    expect(pages.length).toBeGreaterThan(1);
    expect(textOf(pages)).toContain(LONG.title);
    expect(textOf(pages)).not.toContain("Mark as complete");
  });

  await test.step("a lesson in Hebrew keeps its headings with what follows them", async () => {
    await page.run(() => localStorage.setItem("language.v1", '"he"'));
    await page.open(`${running.url}${lessonAddress(LONG)}`);
    await page.see("heading", HEBREW_TITLE);
    await hasItsPictures(page);
    const pages = await print(() => page.run(() => window.print()));
    expectClean(pages);
    expect(pages.length).toBeGreaterThan(1);
  });
});

test("today's class and progress are printed from a dark window on white paper, and no line of text is cut", async ({
  openPrinter,
  running,
  student,
}) => {
  const { page, print } = await openPrinter("dark");
  await completeBefore(running.url, student, LESSONS.slice(0, 3));
  await page.open(`${running.url}${COURSE}`);
  await signIn(page, student);
  await page.choose("Progress", "Today's class");
  await page.see("heading", "Today's class");
  await page.seeText("Tools and paper");
  const pages = await print(() => page.run(() => window.print()));
  expectClean(pages);
  expect(textOf(pages)).toContain("Lessons for today");
  expect(textOf(pages)).not.toContain("Welcome to the Selvedge School");
});

test("prints on white paper, like a dark one, whatever colour the system's windows have", async ({
  openPrinter,
  running,
  admin,
}) => {
  const { page, print } = await openPrinter("light");
  await page.open(`${running.url}${lessonAddress(FIRST_LINES)}`);
  await signIn(page, admin);
  await page.see("heading", FIRST_LINES.title);
  expectClean(await print(() => page.click("button", "Print")));
});

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
