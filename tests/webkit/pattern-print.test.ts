import path from "node:path";
import { expect } from "playwright/test";
import { printedPages } from "./printed-pages.ts";
import { measureSquare } from "./printed-square.ts";
import { openPrintRoom, signIn } from "./steps.ts";
import { test } from "./webkit.ts";
import type { WebKitPage } from "./webkit-page.ts";

/** What a ruler shows. */
const HALF_A_MILLIMETRE = 0.05;

const printDraft = async (page: WebKitPage, folder: string): Promise<string> => {
  await page.click("button", "Print");
  const file = path.join(folder, "1.pdf");
  await page.printed(file);
  return file;
};

const expectRealSize = (file: string): void => {
  const { width, height } = measureSquare(file);
  for (const side of [width, height]) {
    expect(Math.abs(side - 10), `${side} cm`).toBeLessThan(HALF_A_MILLIMETRE);
  }
};

test("a draft is printed on Letter in its real size", async ({
  openBrowser,
  running,
  admin,
}, testInfo) => {
  const folder = testInfo.outputPath();
  const page = await openBrowser({ printFolder: folder, paper: "na_letter" });
  await page.open(`${running.url}/tls/patterns`);
  await signIn(page, admin);
  await openPrintRoom(page, "Letter");
  expectRealSize(await printDraft(page, folder));
});

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
  const file = await printDraft(page, folder);
  const planned = /(\d+) pages/.exec(await page.text())?.[1];
  const pages = printedPages(file);
  expect(pages).toHaveLength(Number(planned));
  for (const { lines } of pages) expect(lines.length).toBeGreaterThan(0);
  expectRealSize(file);
  await page.click("button", "Save as PDF");
  await page.until("the PDF", async () => !(await page.text()).includes("Preparing the file"));
  expect(await page.text()).not.toContain("This could not be prepared");
});
