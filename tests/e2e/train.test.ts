import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { COURSE, choose, heading, MEASURING_TOOLS, PAPER, signIn, WORKPLACE } from "./steps.ts";

test.use({ serviceWorkers: "allow" });

const keepButton = (page: Page) => page.getByRole("button", { name: "Keep this chapter" });

/** Keeps the chapter on screen, and waits until all of it is there. */
const keepChapter = async (page: Page) => {
  await keepButton(page).click();
  const dialog = page.getByRole("dialog", { name: /^Keep “Tools and paper” on this device/ });
  await expect(dialog.getByText(/\d+ lessons and \d+ files: [\d.]+ [kM]B/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByText(/^✓ On this device/)).toBeVisible();
};

const complete = async (page: Page) => {
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
};

test("chapter 1 is kept, read and completed on the train, and the school has it after that", async ({
  page,
  context,
  student,
}) => {
  await signIn(page, student, COURSE);
  await page.getByRole("button", { name: "Tools and paper" }).click();
  await keepChapter(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("You are offline")).toBeAttached();
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  for (const next of [PAPER, MEASURING_TOOLS]) {
    await complete(page);
    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(page)).toHaveText(next.title);
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLImageElement>("figure img")].every(
            (picture) => picture.naturalWidth > 0,
          ),
        ),
      )
      .toBe(true);
  }
  await page.reload();
  await expect(heading(page)).toHaveText(MEASURING_TOOLS.title);
  const sent: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/complete")) sent.push(`${response.status()}`);
  });
  await context.setOffline(false);
  await expect.poll(() => sent).toEqual(["200", "200"]);
});

test("a page shows what is on this device, and frees it", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  await page.getByRole("button", { name: "Tools and paper" }).click();
  await keepChapter(page);
  await choose(page, /^Hello/, "On this device");
  await expect(heading(page)).toHaveText("On this device");
  await expect(page.getByText("Everything has reached the school.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove “Tools and paper” from this device" }).click();
  await expect(page.getByText("“Tools and paper” is no longer on this device.")).toBeFocused();
  await expect(page.getByText("No chapter yet.")).toBeVisible();
  const left = await page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.includes("/chapter/")),
  );
  expect(left).toEqual([]);
});
