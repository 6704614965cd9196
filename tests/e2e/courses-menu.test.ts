import { expect } from "playwright/test";
import { failures, holdBack } from "./answers.ts";
import { dana, test } from "./school.ts";
import { choose, heading, openMenu, signIn } from "./steps.ts";

test("disables an expired course, and shows what is loading or failed", async ({ page }) => {
  await signIn(page, dana, "/tls/profile");

  await test.step("courses are grouped by product, and an expired one is disabled with the reason", async () => {
    const menu = await openMenu(page, "Courses");
    const making = menu.getByRole("group", { name: "Pattern making" });
    await expect(making.getByRole("menuitem")).toHaveText([
      "Pattern making basics",
      "Skirts from the block",
    ]);
    const sewing = menu.getByRole("group", { name: "Sewing" });
    await expect(sewing.getByRole("menuitem")).toHaveCount(1);
    await expect(menu.getByRole("group")).toHaveCount(2);

    const expired = making.getByRole("menuitem", { name: "Skirts from the block" });
    await expect(expired).toHaveAccessibleDescription(/^Expired on \w+ \d+, \d{4}$/);
    await expired.click({ force: true });
    await expect(page).toHaveURL(/\/tls\/profile$/);
    await page.keyboard.press("Escape");
    // An item under the pointer would take the focus.
    await page.mouse.move(5, 700);
  });

  await test.step("a course that cannot be fetched shows what to check, and can be tried again", async () => {
    await page.route("**/skeleton", failures["a connection that breaks"]);
    // The profile would fetch the products of its courses.
    await page.goto("/tls/tutor-talk");
    await choose(page, "Courses", "Pattern making basics");
    const main = page.getByRole("main");
    await expect(main).toContainText("Unexpected error while selecting the course");
    await expect(main).toContainText("Please check your internet connection and try again");
    await page.unroute("**/skeleton");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });

  await test.step("a list of courses that cannot be fetched is reported on the profile, and can be tried again", async () => {
    await page.route("**/api/user/courses", failures["a server's error"]);
    await page.goto("/tls/profile");
    await expect(page.getByRole("alert")).toContainText("Your courses could not be fetched.");
    await page.unroute("**/api/user/courses");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: "Pattern making basics" })).toBeVisible();
  });

  await test.step("at a lesson's address the overlay says that the requested page is loading", async () => {
    const skeleton = await holdBack(page, "**/skeleton");
    await page.goto("/tls/lessons/PM/PMB/workplace");
    await expect(page.getByText("Navigating to requested page")).toBeVisible();
    await skeleton();
    await expect(heading(page)).toHaveText("Your place to work");
    await expect(page.getByText("Navigating to requested page")).toHaveCount(0);
  });
});

test("shows what loads after a course's choice", async ({ page, student }) => {
  // The profile would fetch the products of its courses.
  await signIn(page, student, "/tls/tutor-talk");
  await test.step("while a course is fetched the overlay shows what is being loaded", async () => {
    const skeleton = await holdBack(page, "**/skeleton");
    const progress = await holdBack(page, "**/api/user/progress**");
    await choose(page, "Courses", "Pattern making basics");
    const overlay = page.getByRole("status");
    await expect(overlay).toHaveText("Selecting course, fetching course progress");
    await skeleton();
    await expect(overlay).toHaveText("Fetching course progress");
    await progress();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
    await expect(overlay).toHaveCount(0);
  });
});
