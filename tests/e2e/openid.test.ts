import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { fillInAtProvider, OPENID_BUTTON, test } from "./openid-school.ts";
import { admin } from "./school.ts";
import { COURSE, choose, heading, signIn, signInForm } from "./steps.ts";

test("a person signs in with an account of the school, lands in the course, and signs out there, too", async ({
  page,
  alone,
}) => {
  await page.goto(`${alone}${COURSE}`);
  const button = page.getByRole("button", { name: OPENID_BUTTON });

  await test.step("the provider's form leads to the course that was asked for", async () => {
    await button.click();
    await fillInAtProvider(page, "rosa");
    await expect(heading(page)).toHaveText("Pattern making basics");
    await expect(page).toHaveURL(`${alone}${COURSE}`);
    expect(await page.evaluate(() => localStorage.getItem("openid.v1"))).toBeNull();
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

test("in the frame of another site the provider's form has a window of its own", {
  tag: "@all",
}, async ({ page, alone: _, open }) => {
  const frame = await open(page);
  const button = frame.getByRole("button", { name: OPENID_BUTTON });

  await test.step("the window leads to the provider's form and back", async () => {
    const opened = page.waitForEvent("popup");
    await button.click();
    const form = await opened;
    const closed = form.waitForEvent("close");
    await fillInAtProvider(form, "rosa");
    await closed;
    await expect(heading(frame)).toHaveText("Profile");
    // The school has no password of this person.
    await expect(frame.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(frame.getByRole("heading", { name: "Change password" })).toHaveCount(0);
    await expect(frame.getByRole("button", { name: "Hello, Rosa" })).toBeVisible();
  });
});

test("an administrator signs in once to see what the provider says, and stays who they are", {
  tag: "@all",
}, async ({ page, alone }) => {
  await signIn(page, admin, `${alone}/tls/desk/school`);
  await page.getByText("Accounts of a provider (OpenID Connect)").click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Sign in once to try it" }).click();
  const trial = await opened;
  await fillInAtProvider(trial, "rosa");
  await expect(trial.getByRole("status")).toHaveText(/in order. Nobody was signed in/);
  await expect(trial.getByText("rosa@thimble.example")).toBeVisible();
  expect(await findings(trial)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Hello, Miriam" })).toBeVisible();
});
