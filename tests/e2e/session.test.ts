import { expect } from "playwright/test";
import { addStudent } from "./add-student.ts";
import { test } from "./school.ts";
import {
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
