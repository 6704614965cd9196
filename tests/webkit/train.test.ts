import { expect } from "playwright/test";
import { studied } from "../desktop/studied.ts";
import { MEASURING_TOOLS, PAPER, WORKPLACE } from "../e2e/steps.ts";
import { complete, hasItsPictures, openCourse, signIn } from "./steps.ts";
import { test } from "./webkit.ts";

test("chapter 1 is kept, read and completed on the train, and the school has it after that", async ({
  line,
  student,
  tables,
  webkit: page,
}) => {
  await page.open(`${line.url}/tls/`);
  await signIn(page, student);
  await openCourse(page);
  await page.click("button", "Save chapter for offline use");
  await page.seeText(/\d+ lessons and \d+ files: [\d.]+ [kM]B/);
  await page.click("button", "Save");
  await page.seeText(/✓ On this device/);
  await line.cut();
  await page.reload();
  await page.click("link", WORKPLACE.title);
  await page.see("heading", WORKPLACE.title);
  for (const next of [PAPER, MEASURING_TOOLS]) {
    await hasItsPictures(page);
    await complete(page);
    await page.click("link", /^Next lesson/);
    await page.see("heading", next.title);
  }
  await page.reload();
  await page.see("heading", MEASURING_TOOLS.title);
  await line.restore();
  await expect
    .poll(async () => (await studied(tables, student)).map(({ lesson_id }) => lesson_id))
    .toEqual([WORKPLACE.id, PAPER.id]);
});
