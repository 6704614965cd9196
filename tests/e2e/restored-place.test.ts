import { expect, type Page } from "playwright/test";
import { admin, test } from "./school.ts";
import {
  COURSE,
  choose,
  completeBefore,
  FIRST_LINES,
  heading,
  LESSONS,
  lessonAddress,
  signIn,
  WORKPLACE,
} from "./steps.ts";

const present = (page: Page, menu: string) =>
  page.getByRole("navigation", { name: menu }).locator("[aria-current=true]");

test("the next visit opens the lesson and page that was open when the page was closed", async ({
  page,
  context,
  school,
  student,
}) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await signIn(page, student, lessonAddress(FIRST_LINES));
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  await page.close();

  const later = await context.newPage();
  await later.goto("/tls/");
  await expect(heading(later)).toHaveText(FIRST_LINES.title);
  await expect(later.getByText("Page 2 of 3")).toBeVisible();
  await expect(later).toHaveURL(lessonAddress(FIRST_LINES, 2));
});

test("the next visit opens the same place after the browser was closed", async ({
  page,
  context,
  browser,
  quietConsole,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  const storageState = await context.storageState();
  await context.close();

  const reopened = await browser.newContext({ storageState });
  quietConsole.watch(reopened);
  const later = await reopened.newPage();
  await later.goto("/");
  await expect(heading(later)).toHaveText(WORKPLACE.title);
  await reopened.close();
});

test("the next visit opens the menus that were open when the page was closed", async ({
  page,
  context,
  student,
}) => {
  await signIn(page, student, COURSE);
  await page.getByRole("button", { name: "Reading a pattern" }).click();
  await page.getByRole("button", { name: "On the cloth" }).click();
  await expect(present(page, "Sections")).toHaveText("On the cloth");
  await page.close();

  const later = await context.newPage();
  await later.goto("/tls/");
  await expect(heading(later)).toHaveText("Pattern making basics");
  await expect(present(later, "Course menu")).toHaveText("Reading a pattern");
  await expect(present(later, "Sections")).toHaveText("On the cloth");
});

test("the next visit opens the part that was open, with the menus of its main lesson", async ({
  page,
  context,
}) => {
  await signIn(page, admin, `${COURSE}/square-corner`);
  await expect(heading(page)).toHaveText("Squaring a line");
  await page.close();

  const later = await context.newPage();
  await later.goto("/tls/");
  await expect(heading(later)).toHaveText("Squaring a line");
  await later.getByRole("link", { name: "Back to lessons" }).click();
  await expect(present(later, "Course menu")).toHaveText("Tools and paper");
  await expect(present(later, "Sections")).toHaveText("First lines");
});

test("the school's name in the header leads to the profile when signed in", async ({
  page,
  student,
}) => {
  await signIn(page, student, COURSE);
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Selvedge School" }).click();
  await expect(heading(page)).toHaveText("Profile");
});

test("on a shared machine nobody is taken to another person's place", async ({ page, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await choose(page, /^Hello/, "Logout");
  await signIn(page, admin, "/tls/");
  await expect(heading(page)).toHaveText("Profile");
});
