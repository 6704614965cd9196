import { expect, type Page } from "playwright/test";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startProvider,
  type TestProvider,
} from "../support/openid-provider.ts";
import { test as siteTest } from "./framed-site.ts";
import { COURSE, choose, heading, signInForm } from "./steps.ts";

/** A school whose people have accounts at a provider. */
const test = siteTest.extend<{ provider: TestProvider; alone: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  provider: async ({}, use) => {
    const provider = await startProvider();
    provider.people.set("rosa", {
      email: "rosa@thimble.example",
      email_verified: true,
      given_name: "Rosa",
      school: { courses: ["PMB"] },
    });
    await use(provider);
    await provider.close();
  },
  settings: async ({ provider }, use) =>
    use({
      OPENID_ISSUER: provider.issuer,
      OPENID_CLIENT_ID: CLIENT_ID,
      OPENID_CLIENT_SECRET: CLIENT_SECRET,
      OPENID_NAME: "Thimble accounts",
      OPENID_PEOPLE: "create",
      OPENID_COURSES_CLAIM: "school.courses",
    }),
  alone: async ({ provider, framedSchool, context }, use) => {
    await provider.serve(framedSchool.url);
    // The provider's pages ask for a font of another site.
    await context.route(/fonts\.googleapis/, (route) => route.fulfill({ body: "" }));
    await use(framedSchool.url);
  },
});

const BUTTON = "Sign in with Thimble accounts";

const fillIn = async (page: Page, name: string): Promise<void> => {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
};

test("a person signs in with an account of the school, lands in the course, and signs out there, too", async ({
  page,
  alone,
}) => {
  await page.goto(`${alone}${COURSE}`);
  const button = page.getByRole("button", { name: BUTTON });

  await test.step("what the person declines is said at the form", async () => {
    await button.click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("alert")).toContainText("You have not been signed in");
    await expect(signInForm(page)).toBeVisible();
    expect(new URL(page.url()).hash).toBe("");
  });

  await test.step("the provider's form leads to the course that was asked for", async () => {
    await button.click();
    await fillIn(page, "rosa");
    await expect(heading(page)).toHaveText("Pattern making basics");
    await expect(page).toHaveURL(`${alone}${COURSE}`);
    expect(await page.evaluate(() => localStorage.getItem("openid.v1"))).toBeNull();
    await page.reload();
    await expect(heading(page)).toHaveText("Pattern making basics");
  });

  await test.step("signing out ends both sessions", async () => {
    await choose(page, "Hello, Rosa", "Logout");
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect(signInForm(page)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("session.v1"))).toBeNull();
    await button.click();
    await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
  });
});

test("in the frame of another site the provider's form has a window of its own", async ({
  page,
  alone: _,
  open,
}) => {
  const frame = await open(page);
  const opened = page.waitForEvent("popup");
  await frame.getByRole("button", { name: BUTTON }).click();
  const form = await opened;
  const closed = form.waitForEvent("close");
  await fillIn(form, "rosa");
  await closed;
  await expect(heading(frame)).toHaveText("Profile");
  await expect(frame.getByRole("button", { name: "Hello, Rosa" })).toBeVisible();
});
