import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import {
  CORE_SCRIPT,
  COURSE,
  heading,
  lessonAddress,
  openInside,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";

/** It can be read in neither theme, so that in both its contrast is only just enough. */
const GREY = "#808080";

const button = (page: Page) =>
  signInForm(page).getByRole("button", { name: "Sign in", exact: true });

test("shows any accent colour with enough contrast in both themes", async ({ page, student }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/tls/");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(button(page)).toHaveCSS("background-color", "rgb(31, 95, 139)");

  await test.step("axe finds nothing on the sign-in form", async () => {
    await page.route("**/api/organizations/*", async (route) => {
      const { organization } = await (await route.fetch()).json();
      await route.fulfill({ json: { organization: { ...organization, accent: GREY } } });
    });
    await page.reload();
    await expect(button(page)).toHaveCSS("background-color", "rgb(98, 98, 98)");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  await test.step("the next visit paints it before the app has started", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    const release = await holdBack(page, CORE_SCRIPT);
    await page.reload({ waitUntil: "commit" });
    await expect(button(page)).toHaveCSS("background-color", "rgb(98, 98, 98)");
    await expect(page.locator("html")).not.toHaveAttribute("data-ready");
    await release();
    await expect(page.locator("html")).toHaveAttribute("data-ready");
  });

  await test.step("the tab has the school's icon", async () => {
    await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/tls/favicon.svg");
    const icon = await page.request.get("/tls/favicon.svg");
    expect(await icon.text()).toBe(await readFile("resources/demo-school/favicon.svg", "utf8"));
  });

  await test.step("axe finds nothing behind the sign-in form", async () => {
    await submitSignIn(page, student);
    await expect(heading(page)).toHaveText("Profile");
    expect(await findings(page), "profile").toEqual([]);
    await openInside(page, COURSE);
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
    expect(await findings(page), "tiles").toEqual([]);
    await openInside(page, lessonAddress(WORKPLACE));
    await expect(page.getByRole("figure").getByRole("img")).toHaveJSProperty("complete", true);
    expect(await findings(page), "a lesson").toEqual([]);
  });
});
