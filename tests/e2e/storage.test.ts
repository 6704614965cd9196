import { expect, type Page } from "playwright/test";
import { test } from "./school.ts";
import {
  COURSE,
  heading,
  lessonAddress,
  signIn,
  signInByForm,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";

const keysOf = (page: Page) => page.evaluate(() => Object.keys(localStorage));

const isPlace = (key: string) => key.startsWith("place.v2/");

const fill = (page: Page, keys: string[], value: string) =>
  page.evaluate(
    ([names, text]) => {
      for (const name of names) localStorage.setItem(name, text);
    },
    [keys, value] as const,
  );

/** Unit tests of stored values try other kinds of damage. */
const DAMAGED = '{"version":3,"state":{"user":{"name":"Eve"}},"token":{"value":1}}';

test("starts with damaged, outdated or forged stored values", async ({ page, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await expect.poll(async () => (await keysOf(page)).some(isPlace)).toBe(true);
  const keys = [...(await keysOf(page)), "language.v1", "accent.v1"];

  await test.step("a forged session leads to the sign-in form", async () => {
    const session = await page.evaluate(() => localStorage.getItem("session.v1"));
    const forged = { ...JSON.parse(session ?? ""), token: "made-up" };
    await fill(page, ["session.v1"], JSON.stringify(forged));
    await page.goto(COURSE);
    await expect(page.getByRole("alert")).toContainText("Your session has ended.");
    await expect(signInForm(page)).toBeVisible();
  });

  await test.step("the page starts and sign-in works, whatever the browser's storage contains", async () => {
    await fill(page, keys, DAMAGED);
    await page.goto("/tls/");
    await expect(signInForm(page)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-ready");
    await expect(page).toHaveTitle(/^Sign in · /);
    await submitSignIn(page, student);
    await expect(heading(page)).toHaveText("Profile");
  });
});

test("studying works without the browser's storage", async ({ page, student }) => {
  await test.step("studying works where storage is forbidden", async () => {
    const forbidden = await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    });
    await signInByForm(page, student, lessonAddress(WORKPLACE));
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
    await forbidden.dispose();
  });

  await test.step("studying works where storage is full", async () => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
    });
    await signInByForm(page, student, lessonAddress(WORKPLACE));
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });
});
