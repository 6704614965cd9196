import { expect, type Page } from "playwright/test";
import { test } from "./school.ts";
import { heading, lessonAddress, openInside, submitSignIn, WORKPLACE } from "./steps.ts";

/** Refuses each call of an address so many times. */
const refuse = async (page: Page, address: RegExp, times: number) => {
  const refusals = new Map<string, number>();
  await page.route(address, async (route) => {
    const call = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    const before = refusals.get(call) ?? 0;
    refusals.set(call, before + 1);
    if (before >= times) return route.continue();
    await route.fulfill({
      status: 503,
      headers: { "Retry-After": "1" },
      json: { status: 503, code: "server/overloaded" },
    });
  });
};

test("a student goes on at a busy school, and hears no word of failure", async ({
  page,
  student,
}) => {
  await test.step("signing in waits for a busy school, and says how long", async () => {
    await refuse(page, /\/api\/user\/login$/, 2);
    await page.goto("/tls/");
    await submitSignIn(page, student);
    const wait = page.getByRole("status").filter({ hasText: "continues by itself in 1 second." });
    await expect(wait).toBeVisible();
    await expect(page.getByRole("button", { name: /^Hello/ })).toBeVisible();
    await expect(wait).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  await test.step("a busy school is waited for: a lesson opens and is completed without a word of failure", async () => {
    await refuse(page, /\/api\/products\/PM\/lessons\//, 2);
    await refuse(page, /\/api\/user\/progress\/\d+\/complete/, 1);
    await openInside(page, lessonAddress(WORKPLACE));
    const busy = page.getByRole("status").filter({ hasText: "The school is very busy." });
    await expect(busy).toBeVisible();
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByRole("article").getByRole("button").last().click();
    await expect(page.getByRole("link", { name: "Next lesson" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
