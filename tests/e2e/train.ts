import { expect, type Page } from "playwright/test";
import { openServedDatabase, studied } from "../support/served-database.ts";
import type { Account } from "./school.ts";
import { heading, MEASURING_TOOLS, PAPER, WORKPLACE } from "./steps.ts";

/**
 * Opens the first chapter of the course on screen, and asks to keep it.
 * @returns the button that keeps it
 */
export const askToKeep = async (page: Page) => {
  await page.getByRole("button", { name: "Tools and paper" }).click();
  await page.getByRole("button", { name: "Save chapter for offline use" }).click();
  const dialog = page.getByRole("dialog", { name: /^Save “Tools and paper” on this device/ });
  await expect(dialog.getByText(/\d+ lessons and \d+ files: [\d.]+ [kM]B/)).toBeVisible();
  return dialog.getByRole("button", { name: "Save" });
};

export const untilKept = (page: Page): Promise<void> =>
  expect(page.getByText(/^✓ On this device/)).toBeVisible();

export const complete = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
};

/** Waits until the lesson has pictures, and all of them have arrived. */
export const hasItsPictures = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLImageElement>("figure img")];
        return all.length > 0 && all.every((picture) => picture.naturalWidth > 0);
      }),
    )
    .toBe(true);

/** Loads the app again, and reads and completes the first two lessons, all without a network. */
export const studyOnTheTrain = async (page: Page): Promise<void> => {
  await page.reload();
  await expect(page.getByText("You are offline")).toBeAttached();
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  for (const next of [PAPER, MEASURING_TOOLS]) {
    await hasItsPictures(page);
    await complete(page);
    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(page)).toHaveText(next.title);
  }
  await page.reload();
  await expect(heading(page)).toHaveText(MEASURING_TOOLS.title);
};

/** Waits until the school has what was completed on the train. */
export const schoolHasIt = async (dataDir: string, student: Account): Promise<void> => {
  const school = await openServedDatabase(dataDir);
  try {
    const lessons = async () =>
      (await studied(school, student)).map(({ lesson_id }) => lesson_id).toSorted();
    await expect.poll(lessons).toEqual([WORKPLACE.id, PAPER.id]);
  } finally {
    await school.close();
  }
};
