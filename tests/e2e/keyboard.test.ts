import { expect } from "playwright/test";
import { test } from "./school.ts";
import { heading, PAPER, WORKPLACE } from "./steps.ts";
import { tabTo } from "./tab-to.ts";

test("signs in and studies by keyboard alone", { tag: "@runtime" }, async ({ page, student }) => {
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await page.goto("/");
  await tabTo(page, page.getByRole("textbox", { name: "Username" }));
  await page.keyboard.type(student.username);
  await press("Tab");
  await page.keyboard.type(student.password);
  await press("Enter");
  await expect(heading(page)).toHaveText("Profile");

  await tabTo(page, button("Courses"));
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "Pattern making basics" })).toBeFocused();
  await press("Enter");
  await expect(heading(page)).toHaveText("Pattern making basics");

  await tabTo(page, button("Measuring"));
  await press("Enter");
  await tabTo(page, button("The measurement sheet"));
  await press("Space");
  await expect(button("The measurement sheet")).toHaveAttribute("aria-current", "true");
  const closed = page.getByRole("list", { name: "Lessons" }).getByRole("link").first();
  await tabTo(page, closed);
  await press("Enter");
  await expect(closed).toHaveAccessibleDescription("Not yet active");

  await tabTo(page, button("Tools and paper"));
  await press("Enter");
  await tabTo(page, link(WORKPLACE.title));
  await press("Enter");
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await tabTo(page, button("Mark as complete"));
  await press("Enter");
  await expect(button("Completed")).toBeFocused();
  await tabTo(page, link("Next lesson"));
  await press("Enter");
  await expect(heading(page)).toHaveText(PAPER.title);
  await expect(heading(page)).toBeFocused();

  await tabTo(page, button("Language"));
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "English" })).toBeFocused();
  await press("End", "ArrowUp", "Enter");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(button("שפה")).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "עברית" })).toBeFocused();
  await press("Home", "Enter");
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");

  await tabTo(page, link("Back to lessons"));
  await press("Enter");
  // The link has gone, so the screen that it led to has the focus.
  await expect(heading(page)).toHaveText("Pattern making basics");
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, button(/^Hello/));
  // A letter leads to the item that begins with it.
  await press("Enter", "r", "Enter");
  await expect(page.getByRole("heading", { name: "Recent notices" })).toBeFocused();
  await press("Escape");
  await expect(button(/^Hello/)).toBeFocused();
  await press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
});
