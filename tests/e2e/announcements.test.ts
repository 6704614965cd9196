import { expect, type Page } from "playwright/test";
import { getActiveAnnouncements } from "../../src/contract/announcements.ts";
import { answerTo } from "../answer-to.ts";
import { holdBack } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { isolated } from "./isolated.ts";
import { test } from "./school.ts";
import { choose, heading, lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const CALL = "**/api/organizations/*/announcements/active";

const announcement = (id: number, title: string, hebrew: string) => ({
  id,
  from: "2026-01-01",
  to: "2099-12-31",
  translations: [
    { language: "en", title, body: `All about ${title} <b>` },
    { language: "he", title: hebrew, body: `הכול על ${hebrew}` },
  ],
});

/** Longer than a line of a phone. */
const FAIR = "The fair of all who sew, cut and draw";

const announce = (page: Page) =>
  page.route(CALL, (route) =>
    route.fulfill({
      json: answerTo(getActiveAnnouncements, {
        announcements: [announcement(1, FAIR, "היריד"), announcement(2, "Snow", "שלג")],
      }),
    }),
  );

const region = (page: Page) => page.getByRole("region", { name: "Announcements" });

test("shows the school's announcements until they are hidden", async ({ page, student }) => {
  await announce(page);
  await signIn(page, student);
  await expect(region(page).getByRole("button")).toHaveCount(2);
  await page.setViewportSize({ width: 320, height: 568 });
  // A line and what surrounds it.
  const [line] = await region(page).getByRole("group").all();
  expect((await line?.boundingBox())?.height).toBeLessThan(60);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 720 });
  const body = region(page).getByText(`All about ${FAIR} <b>`);
  await expect(body).toBeHidden();
  await region(page).getByText(FAIR, { exact: true }).click();
  await expect(body).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await region(page)
    .getByRole("button", { name: `Hide announcement: ${FAIR}` })
    .click();
  await expect(region(page).getByRole("button", { name: "Hide announcement: Snow" })).toBeFocused();
  await test.step("at the next visit their place is kept, so that the screen does not move when they come", async () => {
    const release = await holdBack(page, CALL);
    await page.reload();
    await expect(heading(page)).toBeVisible();
    const before = await heading(page).boundingBox();
    await release();
    await expect(region(page)).toContainText("Snow");
    await expect(region(page)).not.toContainText("The fair");
    expect(await heading(page).boundingBox()).toEqual(before);
  });

  await test.step("announcements are fetched after the screen, and never on the way to a lesson", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(lessonAddress(WORKPLACE));
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    // Not the idle network: a browser has hung there for five minutes.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(region(page)).toHaveCount(0);
    expect(asked.filter((path) => path.includes("announcements"))).toEqual([]);
  });
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(region(page)).toContainText("Snow");
  await choose(page, "Language", "עברית");
  const hebrew = page.getByRole("region", { name: "הודעות בית הספר" });
  await expect(hebrew).toContainText("הכול על שלג");
  await hebrew.getByRole("button", { name: isolated("הסתרת ההודעה: [שלג]") }).click();
  await expect(hebrew).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});
