import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { test } from "./school.ts";
import {
  choose,
  completeBefore,
  heading,
  lessonAddress,
  MARKING_TOOLS,
  MEASURING_TOOLS,
  openInside,
  PAPER,
  signIn,
  WORKPLACE,
} from "./steps.ts";

const week = (page: Page) => page.getByRole("progressbar", { name: "This week" });
const map = (page: Page) => page.getByRole("region", { name: "Your progress" });

const goToToday = async (page: Page) => {
  await choose(page, "Progress", "Today's class");
  await expect(heading(page)).toHaveText("Today's class");
};

/** The weekday on the browser's clock. */
const weekdayHere = (page: Page) =>
  page.evaluate(() => new Date().toLocaleDateString("en", { weekday: "long" }));

const present = (page: Page) =>
  page.getByRole("list", { name: "Day by day" }).locator("[aria-current=date]");

// At every moment the day in one of them is not that in UTC. Unit tests of days have both with a clock.
for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Niue"]) {
  test.describe("a student in another part of the world", () => {
    test.use({ timezoneId });

    test(`turns today's class at midnight in ${timezoneId}`, {
      tag: timezoneId === "Pacific/Niue" ? "@all" : [],
    }, async ({ page, school, student }) => {
      await completeBefore(school, student, [WORKPLACE]);
      await page.clock.install();
      await signIn(page, student);
      await choose(page, "Courses", "Pattern making basics");
      await goToToday(page);
      await expect(present(page)).toContainText(`${await weekdayHere(page)}: 1 lesson done`);

      await page.clock.fastForward(24 * 3_600_000);
      await expect(present(page)).toContainText(`${await weekdayHere(page)}: 0 lessons done`);
    });
  });
}

test("a student sees what to study today and what is done", async ({ page, school, student }) => {
  await completeBefore(school, student, [WORKPLACE, PAPER]);
  await signIn(page, student);

  await test.step("progress that cannot be fetched shows an error, and the map stays", async () => {
    await page.route("**/api/user/progress/today/**", (route) => route.abort());
    await choose(page, "Courses", "Pattern making basics");
    await expect(heading(page)).toHaveText("Pattern making basics");
    await goToToday(page);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("could not be fetched");
    await expect(map(page).getByRole("link").first()).toBeVisible();
    await page.unroute("**/api/user/progress/today/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(week(page)).toBeVisible();
  });

  await test.step("the parts of the page come together, so that none moves another", async () => {
    const release = await holdBack(page, "**/api/user/progress/today/**");
    await page.reload();
    await expect(page.getByText("Fetching course progress")).toBeVisible();
    await expect(map(page)).toHaveCount(0);
    await release();
    await expect(week(page)).toBeVisible();
    await expect(map(page)).toBeVisible();
  });

  await test.step("a lesson that is not yet active links to today's class", async () => {
    await openInside(page, lessonAddress(MARKING_TOOLS));
    await expect(heading(page)).toHaveText("This lesson is not yet active");
    await page.getByRole("main").getByRole("link", { name: "Today's class" }).click();
    await expect(heading(page)).toHaveText("Today's class");
    await expect(week(page)).toBeVisible();
  });

  await test.step("today's class shows the week, what to study now and the last lesson studied", async () => {
    await expect(week(page)).toHaveAttribute(
      "aria-valuetext",
      "2 of 5 lessons completed this week",
    );
    const days = page.getByRole("list", { name: "Day by day" });
    await expect(days).toContainText("2 lessons done");
    await expect(days.getByRole("listitem").first()).toContainText("Sunday");
    const first = page
      .getByRole("list", { name: "Lessons for today" })
      .getByRole("listitem")
      .first();
    await expect(first).toContainText(new RegExp(`${WORKPLACE.title}.*Completed`));
    await expect(page.getByRole("link", { name: `Last studied: ${PAPER.title}` })).toBeVisible();

    await page.getByRole("link", { name: `Continue: ${MEASURING_TOOLS.title}` }).click();
    await expect(heading(page)).toHaveText(MEASURING_TOOLS.title);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await goToToday(page);
    await expect(week(page)).toHaveAttribute("aria-valuenow", "3");
    // A page that does not show the course restores it, too.
    await page.goto("/tls/profile");
    await choose(page, "Progress", "Today's class");
    await expect(week(page)).toHaveAttribute("aria-valuenow", "3");
  });
});
