import { existsSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { printedPages } from "./printed-pages.ts";
import { openPrintRoom, signIn } from "./steps.ts";
import { test } from "./webkit.ts";

test("a draft is printed, and its texts are painted for the PDF", async ({
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
  await page.until("the print", async () => existsSync(file));
  const planned = /(\d+) pages/.exec(await page.text())?.[1];
  const pages = printedPages(file);
  expect(pages).toHaveLength(Number(planned));
  for (const { lines } of pages) expect(lines.length).toBeGreaterThan(0);
  await page.click("button", "Save as PDF");
  await page.until("the PDF", async () => !(await page.text()).includes("Preparing the file"));
  expect(await page.text()).not.toContain("This could not be prepared");
});
