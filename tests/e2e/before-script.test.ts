import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { type Account, test } from "./school.ts";
import { CORE_SCRIPT, heading, signInForm } from "./steps.ts";

const type = async (page: Page, { username, password }: Account) => {
  await signInForm(page).getByRole("textbox", { name: "Username" }).fill(username);
  await signInForm(page).getByRole("textbox", { name: "Password" }).fill(password);
};

test("what is typed before the script has loaded is kept, and signs in", {
  tag: "@runtime",
}, async ({ page, student }) => {
  const release = await holdBack(page, CORE_SCRIPT);
  await page.goto("/tls/", { waitUntil: "commit" });
  await type(page, student);
  await release();
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue(student.username);
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue(student.password);
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading(page)).toHaveText("Profile");
});

test("signs in on Enter before the script", { tag: "@runtime" }, async ({ page, student }) => {
  const release = await holdBack(page, CORE_SCRIPT);
  await page.goto("/tls/", { waitUntil: "commit" });
  await type(page, student);
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue(student.password);
  await release();
  await expect(heading(page)).toHaveText("Profile");
  expect(page.url()).not.toContain(student.password);
});

test("marks empty fields on Enter before the script has loaded", async ({ page }) => {
  const release = await holdBack(page, CORE_SCRIPT);
  await page.goto("/tls/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await release();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveAccessibleDescription(
    "Please enter your username",
  );
});

for (const [locale, words] of Object.entries({
  "de-AT": ["Anmelden", "Benutzername", "Passwort", "Passwort vergessen?", "Sprache"],
  "el-GR": ["Σύνδεση", "Όνομα χρήστη", "Κωδικός", "Ξεχάσατε τον κωδικό;", "Γλώσσα"],
  "en-AU": ["Sign in", "Username", "Password", "Forgot password?", "Language"],
  "es-MX": [
    "Iniciar sesión",
    "Nombre de usuario",
    "Contraseña",
    "¿Has olvidado la contraseña?",
    "Idioma",
  ],
  "fr-BE": [
    "Se connecter",
    "Nom d’utilisateur",
    "Mot de passe",
    "Mot de passe oublié\u202f?",
    "Langue",
  ],
  "he-IL": ["כניסה", "שם משתמש", "סיסמה", "שכחת סיסמה?", "שפה"],
  "tr-TR": ["Giriş yap", "Kullanıcı adı", "Şifre", "Şifrenizi mi unuttunuz?", "Dil"],
})) {
  test.describe(`with a browser in ${locale}`, () => {
    test.use({ locale });

    // One right-to-left language is enough for a test on both runtimes.
    const tag = locale === "he-IL" ? "@runtime" : [];
    test(`the form is painted in the browser's language, and stays as it is when the script loads (${locale})`, {
      tag,
    }, async ({ page }) => {
      const [signIn = "", name = "", password = "", forgot = "", language = ""] = words;
      const release = await holdBack(page, CORE_SCRIPT);
      await page.goto("/tls/", { waitUntil: "commit" });
      await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
      await expect(page.locator("html")).toHaveAttribute("dir", locale === "he-IL" ? "rtl" : "ltr");
      const form = page.getByRole("form", { name: signIn, exact: true });
      await expect(heading(page)).toHaveText(signIn);
      await expect(form.getByRole("button", { name: signIn, exact: true })).toBeVisible();
      await expect(form.getByRole("button", { name: forgot, exact: true })).toBeVisible();
      await expect(form.getByRole("textbox", { name: password, exact: true })).toBeVisible();
      await form.getByRole("textbox", { name, exact: true }).fill("noa");
      await expect(page.getByRole("button", { name: language, exact: true })).toBeVisible();
      await release();
      await expect(page.locator("html")).toHaveAttribute("data-ready");
      await expect(form.getByRole("textbox", { name, exact: true })).toHaveValue("noa");
    });
  });
}

test.describe("in Hebrew", () => {
  test.use({ locale: "he-IL" });

  test("shows the form in the browser's language before the script", async ({ page, student }) => {
    const release = await holdBack(page, CORE_SCRIPT);
    await page.goto("/tls/", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.getByRole("textbox", { name: "שם משתמש" }).fill(student.username);
    await page.getByRole("textbox", { name: "סיסמה" }).fill(student.password);
    await page.getByRole("textbox", { name: "סיסמה" }).press("Enter");
    await release();
    await expect(heading(page)).toHaveText("פרופיל");
  });
});
