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
  openInside,
  signIn,
  signInByForm,
} from "./steps.ts";

const present = (page: Page, menu: string) =>
  page.getByRole("navigation", { name: menu }).locator("[aria-current=true]");

/** Closes the page and opens the app again, as at the next visit. */
const visitAgain = async (page: Page): Promise<Page> => {
  const context = page.context();
  await page.close();
  const later = await context.newPage();
  await later.goto("/tls/");
  await expect(heading(later)).toHaveText("Profile");
  return later;
};

/** Goes on with the course from the profile. */
const goOn = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ hasText: "Pattern making basics" })
    .getByRole("link", { name: /^Continue: / })
    .click();

test("the next visit goes on at the place that was open, for the same person", async ({
  page,
  school,
  student,
}) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await signIn(page, student, COURSE);
  let later = page;

  await test.step("the next visit begins with the profile, and the course has the menus that were open", async () => {
    await page.getByRole("button", { name: "Reading a pattern" }).click();
    await page.getByRole("button", { name: "On the cloth" }).click();
    await expect(present(page, "Sections")).toHaveText("On the cloth");
    later = await visitAgain(page);
    await later.getByRole("link", { name: "Pattern making basics" }).click();
    await expect(heading(later)).toHaveText("Pattern making basics");
    await expect(present(later, "Course menu")).toHaveText("Reading a pattern");
    await expect(present(later, "Sections")).toHaveText("On the cloth");
  });

  await test.step("the profile's first button goes on at the lesson and page that was open", async () => {
    await openInside(later, lessonAddress(FIRST_LINES));
    await later.getByRole("button", { name: "Next page" }).click();
    await expect(later.getByText("Page 2 of 3")).toBeVisible();
    later = await visitAgain(later);
    await goOn(later);
    await expect(heading(later)).toHaveText(FIRST_LINES.title);
    await expect(later.getByText("Page 2 of 3")).toBeVisible();
    await expect(later).toHaveURL(lessonAddress(FIRST_LINES, 2));
  });

  await test.step("the profile goes on at the part that was open, with the menus of its main lesson", async () => {
    await openInside(later, `${COURSE}/square-corner`);
    await expect(heading(later)).toHaveText("Squaring a line");
    // The lesson may be there before the menus that say where it is.
    const kept = () => later.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(kept).toContain("square-corner");
    later = await visitAgain(later);
    await goOn(later);
    await expect(heading(later)).toHaveText("Squaring a line");
    await later.getByRole("link", { name: "Back to lessons" }).click();
    await expect(present(later, "Course menu")).toHaveText("Tools and paper");
    await expect(present(later, "Sections")).toHaveText("First lines");
  });

  await test.step("on a shared machine nobody is taken to another person's place", async () => {
    await choose(later, /^Hello/, "Logout");
    await signInByForm(later, admin);
    await expect(heading(later)).toHaveText("Desk");
  });
});
