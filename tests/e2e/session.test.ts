import { expect, type Page } from "playwright/test";
import { addStudent } from "./add-student.ts";
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
  signInForm,
  submitSignIn,
  unfold,
} from "./steps.ts";

test("a session lasts until the account is used elsewhere or the person signs out", async ({
  page,
  elsewhere,
  running,
  school,
  student,
}) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await test.step("a lesson's address leads to the sign-in form, and to that lesson after signing in", async () => {
    await page.goto(lessonAddress(FIRST_LINES, 3));
    await expect(signInForm(page)).toBeVisible();
    await expect(page).toHaveURL(/\/tls\/authorization\?/);
    await submitSignIn(page, student);
    await expect(heading(page)).toHaveText(FIRST_LINES.title);
    await expect(page.getByText("Page 3 of 3")).toBeVisible();
    await expect(page).toHaveURL(lessonAddress(FIRST_LINES, 3));
  });

  await test.step("a password changed elsewhere ends the session, and signing in leads back to lesson and page", async () => {
    await openInside(page, lessonAddress(FIRST_LINES));
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText("Page 2 of 3")).toBeVisible();
    // An open lesson may ask the school in between, and then says at once that the session has ended.
    await page.goto("about:blank");

    const renewed = { ...student, password: "another needle" };
    await signIn(elsewhere, student);
    await unfold(elsewhere, "Change password");
    await elsewhere.getByRole("textbox", { name: "Current password" }).fill(student.password);
    for (const name of ["New password", "Repeat new password"]) {
      await elsewhere.getByRole("textbox", { name, exact: true }).fill(renewed.password);
    }
    await elsewhere.getByRole("button", { name: "Change password" }).click();
    const changed = elsewhere.getByRole("status").filter({ hasText: "password has been changed" });
    await expect(changed).toBeVisible();

    await page.goBack();
    await expect(page.getByRole("alert")).toContainText(
      "Your session has ended. Please sign in again.",
    );
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await submitSignIn(page, renewed);
    await expect(heading(page)).toHaveText(FIRST_LINES.title);
    await expect(page.getByText("Page 2 of 3")).toBeVisible();
  });

  await test.step("an account used elsewhere is signed out at the next step, and the reason is shown", async () => {
    // Signing in again above has taken the account from there.
    await choose(elsewhere, "Courses", "Pattern making basics");
    await expect(elsewhere.getByRole("alert")).toContainText(
      "Account in use in another location. Please re-login.",
    );
    await expect(signInForm(elsewhere)).toBeVisible();
    await expect(elsewhere).toHaveURL(/\/tls\/authorization/);
    await expect(elsewhere).toHaveTitle("Sign in · Selvedge School");

    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });

  await test.step("logging out ends the session, and the next person sees nothing of it", async () => {
    await choose(page, /^Hello/, "Logout");
    await expect(signInForm(page)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.goBack();
    await expect(signInForm(page)).toBeVisible();

    const next = await addStudent(running.dataDir, []);
    await signInByForm(page, next);
    await expect(heading(page)).toHaveText("Profile");
    await expect(page.getByText("You have no course yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Courses" })).toBeDisabled();
  });
});

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

const goOn = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ hasText: "Pattern making basics" })
    .getByRole("link", { name: /^Continue: / })
    .click();

test("the next visit goes on at the place that was open, for the same person", {
  tag: "@all",
}, async ({ page, school, student }) => {
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
