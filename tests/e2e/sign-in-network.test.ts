import { expect, type Page } from "playwright/test";
import { failures, holdBack } from "./answers.ts";
import { test } from "./school.ts";
import { choose, heading, signInForm, submitSignIn } from "./steps.ts";

const LOGIN = "**/api/user/login";

const signOut = async (page: Page) => {
  await choose(page, /^Hello/, "Logout");
  await expect(signInForm(page)).toBeVisible();
};

// Any console error but those of the connection fails it.
test("signs in on a bad line after an error", async ({ page, student }) => {
  await page.clock.install();

  await test.step("the form works when other parts of the page cannot be fetched", async () => {
    await page.route(/\/tls\/brand\.\w+\.js$/, failures["no network"]);
    const inside = /\/tls\/inside\.\w+\.js$/;
    await page.route(inside, failures["no network"]);
    await page.goto("/tls/", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Language" }).click();
    await expect(page.getByRole("alert")).toContainText("Please check your internet connection");
    await expect(page.getByRole("button", { name: "Language" })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
    await page.unroute(/\/tls\/brand\.\w+\.js$/);
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    // On the same page, without those parts:
    await test.step("code that cannot be fetched after signing in shows an error, and is fetched with the next page", async () => {
      await submitSignIn(page, student);
      await expect(page.getByRole("alert")).toContainText("Please check your internet connection");
      await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
      await page.unroute(inside);
      await page.clock.fastForward(3000);
      await expect(heading(page)).toHaveText("Profile");
    });
    await signOut(page);
  });

  await test.step("a school that never answers is given up after 30 seconds, and can be tried again", async () => {
    const release = await holdBack(page, LOGIN);
    const asked = page.waitForRequest(LOGIN);
    await submitSignIn(page, student);
    await asked;
    await page.clock.fastForward(30_000);
    await expect(page.getByRole("alert")).toContainText(
      "Please check your internet connection and try again",
    );
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue(student.password);
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await release();
    await signInForm(page).getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(page)).toHaveText("Profile");
  });
});
