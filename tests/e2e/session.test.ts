import { expect } from "playwright/test";
import { test } from "./school.ts";
import {
  choose,
  completeBefore,
  FIRST_LINES,
  heading,
  LESSONS,
  lessonAddress,
  PAPER,
  signIn,
  signInByForm,
  signInForm,
  submitSignIn,
  unfold,
  WORKPLACE,
} from "./steps.ts";

test("an account used elsewhere is signed out at the next step, and the reason is shown", async ({
  page,
  elsewhere,
  student,
}) => {
  await signIn(page, student);
  await signIn(elsewhere, student);
  await choose(page, "Courses", "Pattern making basics");
  await expect(page.getByRole("alert")).toContainText(
    "Account in use in another location. Please re-login.",
  );
  await expect(signInForm(page)).toBeVisible();
  await expect(page).toHaveURL(/\/tls\/authorization/);
  await expect(page).toHaveTitle("Sign in · Selvedge School");

  await choose(elsewhere, "Courses", "Pattern making basics");
  await expect(heading(elsewhere)).toHaveText("Pattern making basics");
  await expect(elsewhere.getByRole("list", { name: "Lessons" })).toBeVisible();
});

test("logging out ends the session, and the next person sees nothing of it", async ({
  page,
  student,
  command,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await choose(page, /^Hello/, "Logout");
  await expect(signInForm(page)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goBack();
  await expect(signInForm(page)).toBeVisible();
  await page.reload();
  await expect(signInForm(page)).toBeVisible();

  const next = { username: `${student.username}-b`, password: "bobbins, all", firstName: "Ada" };
  const email = `${next.username}@selvedge.example`;
  await command(
    ["user", "add", next.username, "--first-name", "Ada", "--email", email, "--password-stdin"],
    next.password,
  );
  await signIn(page, next, "/tls/authorization");
  await expect(heading(page)).toHaveText("Profile");
  await expect(page.getByText("You have no course yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Courses" })).toBeDisabled();
});

test("a password changed elsewhere ends the session, and signing in leads back to lesson and page", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await signIn(page, student, lessonAddress(FIRST_LINES));
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();

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

  await page.reload();
  await expect(page.getByRole("alert")).toContainText(
    "Your session has ended. Please sign in again.",
  );
  await submitSignIn(page, renewed);
  await expect(heading(page)).toHaveText(FIRST_LINES.title);
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
});

test("a lesson's address leads to the sign-in form, and to that lesson after signing in", async ({
  page,
  school,
  student,
}) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await page.goto(lessonAddress(FIRST_LINES, 3));
  await expect(signInForm(page)).toBeVisible();
  await expect(page).toHaveURL(/\/tls\/authorization\?/);
  await submitSignIn(page, student);
  await expect(heading(page)).toHaveText(FIRST_LINES.title);
  await expect(page.getByText("Page 3 of 3")).toBeVisible();
  await expect(page).toHaveURL(lessonAddress(FIRST_LINES, 3));
});

test("a lesson's address opens that lesson when signed in", async ({ page, school, student }) => {
  await completeBefore(school, student, [WORKPLACE]);
  await signIn(page, student);
  await page.goto(lessonAddress(PAPER));
  await expect(heading(page)).toHaveText(PAPER.title);
  await page.goto("/tls/lessons/pm/pmb/Pattern-Paper");
  await expect(heading(page)).toHaveText(PAPER.title);
});

test("an external address is not followed after signing in", async ({ page, student }) => {
  for (const next of ["//outside.example/", "https://outside.example/", "/\\outside.example"]) {
    await signInByForm(page, student, `/tls/authorization?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL(/\/tls\/profile$/);
    await choose(page, /^Hello/, "Logout");
    await expect(signInForm(page)).toBeVisible();
  }
});
