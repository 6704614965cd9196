import { expect, type Page } from "playwright/test";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { startTranslator } from "../support/start-translator.ts";
import { failures, holdBack } from "./answers.ts";
import { type Account, test } from "./school.ts";
import { words } from "./speak.ts";
import { CORE_SCRIPT, choose, heading, signInForm, submitSignIn } from "./steps.ts";

const LATER_PARTS = /\/tls\/brand\.\w+\.js$/;
const ORGANISATION = "**/api/organizations/*";

const type = async (page: Page, { username, password }: Account) => {
  await signInForm(page).getByRole("textbox", { name: "Username" }).fill(username);
  await signInForm(page).getByRole("textbox", { name: "Password" }).fill(password);
};

/** Waits until the browser has painted what the page has by now. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/** Opens the form, each part of the page after the one before has been painted. */
const openByParts = async (page: Page) => {
  const script = await holdBack(page, CORE_SCRIPT);
  const parts = await holdBack(page, LATER_PARTS);
  const organisation = await holdBack(page, ORGANISATION);
  await page.goto("/tls/", { waitUntil: "commit" });
  await expect(signInForm(page)).toBeVisible();
  await painted(page);
  await script();
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  await painted(page);
  await organisation();
  await painted(page);
  await parts();
  await expect(page.getByRole("banner")).toContainText("Selvedge School");
  await expect(page.getByRole("contentinfo")).toBeVisible();
};

const shiftsOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
        ).observe({ type: "layout-shift", buffered: true });
        // Layout shifts are reported with the frame in which they happen.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );

test("the form works from the first paint to the greeting", { tag: "@runtime" }, async ({
  browser,
  page,
  school,
  student,
}) => {
  await test.step("the form is usable before any script has run", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${school}/tls/`);
    await expect(plain.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    // The description for search engines.
    await expect(plain.locator("meta[name=description]")).toHaveAttribute(
      "content",
      "Learning space: online courses in sewing and pattern making.",
    );
    await context.close();
  });

  await test.step("nothing moves while the page around the form loads (360 × 640)", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openByParts(page);
    expect(await shiftsOn(page)).toEqual([]);
  });

  await test.step("name and password sign in, and the greeting shows the first name", async () => {
    await submitSignIn(page, student);
    await expect(heading(page)).toHaveText("Profile");
    await expect(page.getByRole("button", { name: `Hello, ${student.firstName}` })).toBeVisible();
  });
});

test("leads from the school's address to the form", async ({ page, student }) => {
  await page.goto("/");
  await test.step("the school's address leads to the sign-in form", async () => {
    await expect(page).toHaveURL(/\/tls\//);
    const form = signInForm(page);
    await expect(form.getByRole("textbox", { name: "Username" })).toBeEditable();
    await expect(form.getByRole("textbox", { name: "Password" })).toBeEditable();
  });

  await test.step("a press on Sign in counts even when the school's contacts load before the button is released", async () => {
    const release = await holdBack(page, ORGANISATION);
    await page.reload();
    await type(page, student);
    await signInForm(page).getByRole("button", { name: "Sign in", exact: true }).hover();
    await page.mouse.down();
    await release();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.mouse.up();
    await expect(heading(page)).toHaveText("Profile");
  });
});

const LOGIN = "**/api/user/login";

// Any console error but those of the connection fails it.
test("signs in on a bad line after an error", async ({ page, student }) => {
  await page.clock.install();

  await test.step("the form works when other parts of the page cannot be fetched", async () => {
    await page.route(LATER_PARTS, failures["no network"]);
    const inside = /\/tls\/inside\.\w+\.js$/;
    await page.route(inside, failures["no network"]);
    await page.goto("/tls/", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Language" }).click();
    await expect(page.getByRole("alert")).toContainText("Please check your internet connection");
    await expect(page.getByRole("button", { name: "Language" })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
    await page.unroute(LATER_PARTS);
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
    await choose(page, /^Hello/, "Logout");
    await expect(signInForm(page)).toBeVisible();
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
