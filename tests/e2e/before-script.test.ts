import { expect, type Page } from "playwright/test";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { startTranslator } from "../support/start-translator.ts";
import { holdBack } from "./answers.ts";
import { type Account, test } from "./school.ts";
import { words } from "./speak.ts";
import { CORE_SCRIPT, heading, signInForm } from "./steps.ts";

const type = async (page: Page, { username, password }: Account) => {
  await signInForm(page).getByRole("textbox", { name: "Username" }).fill(username);
  await signInForm(page).getByRole("textbox", { name: "Password" }).fill(password);
};

/** Opens the form without its script. @returns a function that lets the script load */
const openWithoutScript = async (page: Page) => {
  const release = await holdBack(page, CORE_SCRIPT);
  await page.goto("/tls/", { waitUntil: "commit" });
  return release;
};

test("what is typed before the script has loaded is kept, and signs in", {
  tag: "@runtime",
}, async ({ page, student }) => {
  await test.step("empty fields are marked", async () => {
    const release = await openWithoutScript(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await release();
    await expect(page.getByRole("textbox", { name: "Username" })).toHaveAccessibleDescription(
      "Please enter your username",
    );
  });

  const release = await openWithoutScript(page);
  await type(page, student);
  await release();
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading(page)).toHaveText("Profile");
});

test("signs in on Enter before the script", { tag: "@runtime" }, async ({ page, student }) => {
  const release = await openWithoutScript(page);
  await type(page, student);
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue(student.password);
  await release();
  await expect(heading(page)).toHaveText("Profile");
  expect(page.url()).not.toContain(student.password);
});

// Chromium's own translator needs a service of its maker, so a script does to the page what it does.
test("a sign-in form that is translated before its script has loaded shows what is missing, and signs in", {
  tag: "@runtime",
}, async ({ page, student }) => {
  const release = await openWithoutScript(page);
  await expect(signInForm(page)).toBeVisible();
  await page.evaluate(`(${startTranslator})()`);
  await release();
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveAccessibleDescription(
    "Please enter your username",
  );
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(heading(page)).toHaveText("Forgot password?");
  await page.getByRole("button", { name: "Back" }).click();
  await type(page, student);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading(page)).toHaveText("Profile");
});

for (const language of LANGUAGES) {
  test.describe(`with a browser in ${language}`, () => {
    // Of a country that no text is made for.
    test.use({ locale: `${language}-BE` });

    // One right-to-left language is enough for the first round, and for a test on both runtimes.
    const tag = language === "he" ? "@runtime" : "@all";
    test(`the form is painted in the browser's language, and stays as it is when the script loads (${language})`, {
      tag,
    }, async ({ page }) => {
      const word = words[language];
      const release = await openWithoutScript(page);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.locator("html")).toHaveAttribute("dir", language === "he" ? "rtl" : "ltr");
      const signIn = word["authorization.sign-in"];
      const form = page.getByRole("form", { name: signIn, exact: true });
      await expect(heading(page)).toHaveText(signIn);
      for (const name of [signIn, word["authorization.forgot"]]) {
        await expect(form.getByRole("button", { name, exact: true })).toBeVisible();
      }
      const field = (name: string) => form.getByRole("textbox", { name, exact: true });
      await expect(field(word["authorization.password"])).toBeVisible();
      await field(word["authorization.name"]).fill("noa");
      const languages = page.getByRole("button", { name: word["language.label"], exact: true });
      await expect(languages).toBeVisible();
      await release();
      await expect(page.locator("html")).toHaveAttribute("data-ready");
      await expect(field(word["authorization.name"])).toHaveValue("noa");
    });
  });
}
