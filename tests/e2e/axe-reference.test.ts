import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { openInside, signIn } from "./steps.ts";

test("axe finds nothing on the reference pages", async ({ page }) => {
  const main = page.getByRole("main");
  const questions = main.locator("button[aria-expanded]");
  await signIn(page, admin, "/tls/faq");
  for (const language of ["en", "he"] as const) {
    await test.step(`in ${language}`, async () => {
      await openInside(page, "/tls/faq");
      await speak(page, language);
      await questions.first().click();
      await expect(main.locator("button[aria-expanded=true]")).toBeVisible();
      expect(
        await findings(page, { inDark: language === "en" }),
        "questions, one of them open",
      ).toEqual([]);
      await page.getByRole("searchbox", { name: words[language]["search.label"] }).fill("zzzz");
      await expect(questions).toHaveCount(0);
      expect(await findings(page, { inDark: language === "en" }), "nothing found").toEqual([]);

      await openInside(page, "/tls/glossary");
      await expect(main.locator("dt").first()).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "glossary").toEqual([]);

      await openInside(page, "/tls/how-to-study");
      await expect(main.locator("h2").first()).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "how to study").toEqual([]);

      await openInside(page, "/tls/lessons/PM/PMB/seam-allowances");
      await main.locator("dfn[role=button]").first().press("Enter");
      await expect(page.getByRole("dialog").locator("p").first()).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "a term in place").toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  }
});
