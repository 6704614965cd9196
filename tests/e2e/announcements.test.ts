import { expect, type Page } from "playwright/test";
import { getActiveAnnouncements } from "../../src/contract/announcements.ts";
import { answerTo } from "../answer-to.ts";
import { holdBack } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { heading, lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const CALL = "**/api/organizations/*/announcements/active";

const announcement = (id: number, title: string) => ({
  id,
  from: "2026-01-01",
  to: "2099-12-31",
  translations: [{ language: "en", title, body: `All about ${title} <b>` }],
});

const announce = (page: Page) =>
  page.route(CALL, (route) =>
    route.fulfill({
      json: answerTo(getActiveAnnouncements, {
        announcements: [announcement(1, "The fair"), announcement(2, "Snow")],
      }),
    }),
  );

const region = (page: Page) => page.getByRole("region", { name: "Announcements" });

test("shows the school's announcements until they are hidden", async ({ page, student }) => {
  await announce(page);
  await signIn(page, student);
  await expect(region(page).getByRole("button")).toHaveCount(2);
  const body = region(page).getByText("All about The fair <b>");
  await expect(body).toBeHidden();
  await region(page).getByText("The fair", { exact: true }).click();
  await expect(body).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await region(page).getByRole("button", { name: "Hide announcement: The fair" }).click();
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
});
