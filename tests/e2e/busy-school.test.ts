import { expect, type Route } from "playwright/test";
import { test } from "./school.ts";
import { COURSE, heading, lessonAddress, openInside, signIn, WORKPLACE } from "./steps.ts";

test("waits for a busy school: a lesson opens and is completed without a word of failure", async ({
  page,
  student,
}) => {
  const refusals = new Map<string, number>();
  /** Refuses each call so many times. */
  const refuse = (times: number) => async (route: Route) => {
    const call = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    const before = refusals.get(call) ?? 0;
    refusals.set(call, before + 1);
    if (before >= times) return route.continue();
    await route.fulfill({
      status: 503,
      headers: { "Retry-After": "1" },
      json: { status: 503, code: "server/overloaded" },
    });
  };
  await signIn(page, student, COURSE);
  await page.route(/\/api\/products\/PM\/lessons\//, refuse(2));
  await page.route(/\/api\/user\/progress\/\d+\/complete/, refuse(1));

  await openInside(page, lessonAddress(WORKPLACE));
  const busy = page.getByRole("status").filter({ hasText: "The school is very busy." });
  await expect(busy).toBeVisible();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await expect(page.getByRole("alert")).toHaveCount(0);

  await page.getByRole("article").getByRole("button").last().click();
  await expect(page.getByRole("link", { name: "Next lesson" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
