import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";

for (const [locale, word] of Object.entries({
  "en-US": { name: "Username", password: "Password", search: "Search" },
  "he-IL": { name: "שם משתמש", password: "סיסמה", search: "חיפוש" },
})) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`axe finds nothing on the reference pages (${locale})`, async ({ page }) => {
      await page.goto("/tls/faq");
      await page.getByRole("textbox", { name: word.name }).fill(admin.username);
      await page.getByRole("textbox", { name: word.password }).fill(admin.password);
      await page.keyboard.press("Enter");
      const main = page.getByRole("main");
      await main.locator("button[aria-expanded]").first().click();
      await expect(main.locator("button[aria-expanded=true]")).toBeVisible();
      expect(await findings(page), "questions, one of them open").toEqual([]);
      await page.getByRole("searchbox", { name: word.search }).fill("zzzz");
      await expect(main.locator("button[aria-expanded]")).toHaveCount(0);
      expect(await findings(page), "nothing found").toEqual([]);

      await page.goto("/tls/glossary");
      await expect(main.locator("dt").first()).toBeVisible();
      expect(await findings(page), "glossary").toEqual([]);

      await page.goto("/tls/how-to-study");
      await expect(main.locator("h2").first()).toBeVisible();
      expect(await findings(page), "how to study").toEqual([]);

      await page.goto("/tls/lessons/PM/PMB/seam-allowances");
      await main.locator("dfn[role=button]").first().press("Enter");
      await expect(page.getByRole("dialog").locator("p").first()).toBeVisible();
      expect(await findings(page), "a term in place").toEqual([]);
    });
  });
}
