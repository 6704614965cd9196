import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { getNotes } from "../../src/contract/notes.ts";
import { answerTo } from "../answer-to.ts";
import { failures } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { printed, watchPrintingInNext } from "./paper.ts";
import { admin, test } from "./school.ts";
import { choose, FIRST_LINES, heading, lessonAddress, signIn } from "./steps.ts";

const SKIRT = "/tls/lessons/PM/PMB/skirt-frame";
const print = (page: Page) => page.locator("button", { hasText: /^Print$/ });
const sheet = (page: Page) => page.getByRole("link", { name: "Pattern sheet" });

test("prints all pages and figures of a lesson and the note on it, without headers and menus", async ({
  page,
}) => {
  await watchPrintingInNext(page);
  const note = { lesson_id: FIRST_LINES.id, text: "Sharpen the pencil", updated: null };
  await page.route("**/api/user/notes", (route) =>
    route.fulfill({ json: answerTo(getNotes, { notes: [note], cursor: null }) }),
  );
  await signIn(page, admin, lessonAddress(FIRST_LINES, 2));
  await expect(heading(page)).toHaveText(FIRST_LINES.title);
  // As on paper, where the button is hidden.
  await page.emulateMedia({ media: "print" });
  // Both clicks at once: later, the second would print again.
  await print(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect.poll(async () => (await printed(page)).length).toBe(1);
  const [paper] = await printed(page);
  expect(paper?.text).toContain("Selvedge School · Pattern making basics");
  const parts = [FIRST_LINES.title, "Straight lines", "Right angles", "Curves", note.text];
  for (const title of parts) {
    expect(paper?.text).toContain(title);
  }
  for (const word of ["Mark as complete", "Next lesson", "Back to lessons", "Next page"]) {
    expect(paper?.text).not.toContain(word);
  }
  expect(paper?.missing).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByText("Preparing all pages for printing…")).toHaveCount(0);
  await expect(heading(page)).toHaveCount(1);
  await expect(page).toHaveURL(/page=2$/);
  expect(await printed(page)).toHaveLength(1);
});

test("prints once the figures are there, without those that are not fetched", async ({ page }) => {
  await watchPrintingInNext(page);
  await signIn(page, admin, SKIRT);
  await page.emulateMedia({ media: "print" });
  await print(page).dispatchEvent("click");
  await expect.poll(async () => (await printed(page)).length).toBe(1);
  const [whole] = await printed(page);
  expect(whole?.pictures).toBeGreaterThan(0);
  expect(whole?.missing).toBe(0);

  await page.emulateMedia({ media: "screen" });
  await page.route("**/api/assets/fetchData**", failures["no network"]);
  await page.reload();
  await expect(print(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await print(page).dispatchEvent("click");
  await expect.poll(async () => (await printed(page)).length).toBe(1);
  const [without] = await printed(page);
  expect(without?.missing).toBe(without?.pictures);
  expect(without?.text).toContain("This picture could not be fetched.");
});

test("offers the pattern sheet of a lesson's package as a PDF in real size", async ({ page }) => {
  await signIn(page, admin, lessonAddress(FIRST_LINES));
  await expect(print(page)).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);

  await page.goto(SKIRT);
  const arriving = page.waitForEvent("download");
  await sheet(page).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe("skirt-block.pdf");
  expect(await readFile(await download.path())).toEqual(
    await readFile("resources/demo-school/PM/assets/skirt-block.pdf"),
  );
  await expect(page.getByRole("status").getByText("Print it at 100%")).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await test.step("in a language that the sheet exists in, the sheet is in that language", async () => {
    await choose(page, "Language", "Deutsch");
    const german = page.waitForEvent("download");
    await page.getByRole("link", { name: "Schnittbogen" }).click();
    expect((await german).suggestedFilename()).toBe("skirt-block.de.pdf");
  });
});

test("reports a sheet that cannot be fetched or is not a PDF", async ({ page }) => {
  await signIn(page, admin, SKIRT);
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  await page.route(
    "**/fetchData?product=PM&title=skirt-block.pdf",
    failures["a page in place of an answer"],
  );
  await sheet(page).click();
  await expect(page.getByText("The pattern sheet could not be fetched.")).toBeVisible();
  expect(downloads).toEqual([]);
});
