import { expect } from "playwright/test";
import { test } from "./school.ts";

test("the school's address leads to the sign-in form", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/tls\//);
  const form = page.getByRole("form", { name: "Sign in" });
  await expect(form.getByRole("textbox", { name: "Username" })).toBeEditable();
  await expect(form.getByRole("textbox", { name: "Password" })).toBeEditable();
});

test("the form is there before any script has run", async ({ browser, school }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${school}/tls/`);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await context.close();
});

test("a wrong password is refused in words, and the name stays", async ({ page }) => {
  await page.goto("/tls/");
  await page.getByRole("textbox", { name: "Username" }).fill("student");
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Wrong username and/or password");
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue("student");
});
