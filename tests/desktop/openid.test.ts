import { expect, type Page } from "playwright/test";
import { addStudent } from "../e2e/add-student.ts";
import {
  fillInAtProvider,
  OPENID_BUTTON,
  openIdSettings,
  startProviderOfRosa,
} from "../e2e/openid-school.ts";
import { choose, heading, signInForm, submitSignIn } from "../e2e/steps.ts";
import { openServedDatabase } from "../support/served-database.ts";
import { test as base } from "./desktop.ts";
import { startSchoolWith } from "./shared-school.ts";
import { activate, issueSerial } from "./steps.ts";

/** A school whose people have accounts at a provider, where Rosa is to sign in. */
const test = base.extend<{ school: { url: string; serial: string; dataDir: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  school: async ({}, use) => {
    const provider = await startProviderOfRosa();
    provider.people.set("stranger", { email: "stranger@thimble.example" });
    const { url, dataDir, stop } = await startSchoolWith(openIdSettings(provider));
    await provider.serve(url);
    const tables = await openServedDatabase(dataDir);
    const serial = await issueSerial(tables, 1);
    await tables.close();
    await use({ url, serial, dataDir });
    await stop();
    await provider.close();
  },
});

test("signs in by the system's browser", async ({ openDesktop, school, browser }) => {
  const app = await openDesktop({ build: "hybrid", school: school.url });
  const { page, opened: addresses, address } = app;
  await activate(page, school.serial);
  await expect(signInForm(page)).toBeVisible();
  const button = page.getByRole("button", { name: OPENID_BUTTON });

  /** Opens in a browser of its own what the app has opened last. */
  const openBrowser = async (): Promise<Page> => {
    const context = await browser.newContext();
    await context.route(/fonts\.googleapis/, (route) => route.fulfill({ body: "" }));
    const opened = await context.newPage();
    await opened.goto(addresses().at(-1) ?? "");
    return opened;
  };

  await test.step("the app waits for the browser, until the person cancels", async () => {
    await button.click();
    await expect(
      page.getByRole("status").filter({ hasText: "opened in your browser" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(button).toBeVisible();
    await expect.poll(() => addresses().length).toBe(1);
  });

  await test.step("the browser says why the school has refused", async () => {
    await button.click();
    await expect.poll(() => addresses().length).toBe(2);
    const opened = await openBrowser();
    await fillInAtProvider(opened, "stranger");
    await expect(opened.getByRole("alert")).toHaveText(/has not been confirmed/);
    await opened.context().close();
    await expect(signInForm(page)).toBeVisible();
  });

  await test.step("the app goes on once the browser has come back to it", async () => {
    await page.getByRole("button", { name: "Open the page again" }).click();
    await expect.poll(() => addresses().length).toBe(3);
    const opened = await openBrowser();
    const visited: string[] = [];
    opened.on("framenavigated", (frame) => visited.push(frame.url()));
    await fillInAtProvider(opened, "rosa");
    await expect(opened.getByRole("status")).toHaveText(/^You are signed in/);
    const own = visited.find((url) => url.startsWith(`${address}/`))?.replace(/#.*/, "") ?? "";
    expect(own).not.toBe("");
    expect(opened.url()).toBe(`${school.url}/api/openid/done?language=en`);
    await expect(page.getByRole("button", { name: "Hello, Rosa" })).toBeVisible();
    // The address is known to that browser and to the school, and is served no longer.
    await expect.poll(async () => (await fetch(own)).status).toBe(404);
    await opened.context().close();
  });

  await test.step("a tutor of the school works at the desk there, too", async () => {
    await choose(page, "Hello, Rosa", "Logout");
    await submitSignIn(page, await addStudent(school.dataDir, ["PMB"], 10));
    await page.getByRole("link", { name: /^Desk/ }).click();
    await expect(heading(page)).toHaveText("Desk");
    await page.getByRole("link", { name: "Students" }).click();
    await expect(page.getByRole("main")).toContainText("Find a student by name");
  });
});
