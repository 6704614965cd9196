import { expect } from "playwright/test";
import { holdBack } from "./answers.ts";
import { test } from "./school.ts";
import {
  COURSE,
  choose,
  completeBefore,
  heading,
  LESSONS,
  lessonAddress,
  openInside,
  signIn,
  WORKPLACE,
} from "./steps.ts";

test("a screen whose code never arrives is given up after two minutes, and can be tried again", async ({
  page,
  student,
}) => {
  await page.clock.install();
  await signIn(page, student);
  const release = await holdBack(page, /\/tls\/study\.\w+\.js/);
  const asked = page.waitForRequest(/\/tls\/study\.\w+\.js/);
  await choose(page, /^Hello/, "FAQ");
  await asked;
  await page.clock.fastForward(119_000);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.clock.fastForward(1000);
  await expect(page.getByRole("alert")).toContainText("Something went wrong on this page.");
  await expect(page.getByRole("alert")).toContainText(
    "Please check your internet connection and try again",
  );
  await release();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("FAQ");
});

test("double clicks and Back on the way to a lesson cause nothing twice", {
  tag: "@runtime",
}, async ({ page, school, student }) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await signIn(page, student);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(new URL(request.url()).pathname);
  });
  await page.getByRole("button", { name: "Courses" }).press("ArrowDown");
  await page.getByRole("menuitem", { name: "Pattern making basics" }).dblclick();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await page.getByRole("button", { name: "Reading a pattern" }).dblclick();
  await page.goBack();
  await expect(heading(page)).toHaveText("Profile");
  await page.goForward();
  await expect(page).toHaveURL(COURSE);

  await openInside(page, lessonAddress(WORKPLACE));
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await page.getByRole("link", { name: "Next lesson" }).dblclick();
  await expect(heading(page)).toHaveText(LESSONS[1].title);
  await page.goBack();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  // The profile tells the school the zone and the language, for mails.
  const expected = /\/(?:session|news\/place)$/;
  expect(writes.filter((address) => !expected.test(address))).toEqual([]);
});
