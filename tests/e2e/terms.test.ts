import { expect, type Page } from "playwright/test";
import { getGlossary } from "../../src/contract/reference.ts";
import { answerTo } from "../answer-to.ts";
import { failures } from "./answers.ts";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { signIn } from "./steps.ts";

const LESSON = "/tls/lessons/PM/PMB/seam-allowances";
const term = (page: Page) => page.getByRole("button", { name: "seam allowance" }).first();
const dialog = (page: Page) => page.getByRole("dialog", { name: "seam allowance" });

/** A page that is refused nothing: what an entry brings must be harmless by itself. */
test.use({ bypassCSP: true });

test("a term in a lesson opens its entry in place, and returns the focus", async ({ page }) => {
  await page.route("**/api/menu/glossary", failures["no network"]);
  await signIn(page, admin, LESSON);

  await test.step("a glossary that cannot be fetched is reported, and tried again", async () => {
    await term(page).click();
    await expect(dialog(page).getByRole("alert")).toBeVisible();
    await page.unroute("**/api/menu/glossary");
    await dialog(page).getByRole("button", { name: "Try again" }).click();
    await expect(dialog(page)).toContainText("The cloth between the line of stitches");
    await page.mouse.click(5, 5);
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step("by keyboard", async () => {
    await term(page).press("Enter");
    await expect(dialog(page)).toContainText("תוספת תפר");
    await expect(dialog(page).getByRole("heading")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(term(page)).toBeFocused();
  });

  await test.step("an entry is in the interface's language, and leads to the glossary", async () => {
    await speak(page, "he");
    // The text in the other language comes a moment later, and with it other terms.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("תוספות תפר");
    await page.locator("dfn[role=button]").first().press("Enter");
    const entry = page.getByRole("dialog", { name: "תוספת תפר" });
    await expect(entry).toContainText("הבד שבין קו התכים");
    await entry.getByRole("link", { name: "פתיחה במילון המונחים" }).click();
    await expect(page).toHaveURL(/\/tls\/glossary\?term=seam%20allowance$/);
    await expect(page.locator("dt", { hasText: "תוספת תפר" }).first()).toBeInViewport();
  });
});

test("brings no code of a glossary entry into the page", async ({ page }) => {
  const entry = (id: number, name: string, definition: string) => ({
    id,
    term: name,
    image: null,
    translations: [{ language: "en", term: name, definition }],
  });
  const harm = `<p>See <dfn data-term="HEM">the hem</dfn>.</p><img src=x onerror="document.title='harm'">`;
  await page.route("**/api/menu/glossary", (route) =>
    route.fulfill({
      json: answerTo(getGlossary, {
        glossary: [entry(1, "Seam Allowance", harm), entry(2, "hem", "<p>The lower edge.</p>")],
      }),
    }),
  );
  await signIn(page, admin, LESSON);
  await term(page).press("Enter");
  const first = page.getByRole("dialog", { name: "Seam Allowance" });
  await first.getByRole("button", { name: "the hem" }).press("Enter");
  const second = page.getByRole("dialog", { name: "hem", exact: true });
  await expect(second).toContainText("The lower edge");
  await expect(second.getByRole("heading")).toBeFocused();
  await expect(page).not.toHaveTitle("harm");
});
