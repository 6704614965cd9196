import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { heading, signIn } from "./steps.ts";

const SCHOOL = "/tls/desk/school";

test("an administrator changes a setting by keyboard, issues and revokes a serial number, and makes a backup", async ({
  page,
}) => {
  await signIn(page, admin, SCHOOL);
  await expect(heading(page)).toHaveText("The school");
  const kept = page.locator("summary").filter({ hasText: "How long things are kept" });
  await kept.press("Enter");
  const days = page.getByRole("textbox", { name: "Days for the list of changes" });
  await days.fill("400");
  await days.press("Enter");
  await expect(page.getByText("Saved. It takes effect within seconds.")).toBeVisible();
  await page.reload();
  await kept.press("Enter");
  await expect(days).toHaveValue("400");

  await page.getByText("Serial numbers and licences").click();
  await page.getByRole("textbox", { name: "Note, such as the class" }).fill("Evening class");
  await page.getByRole("textbox", { name: "Computers" }).fill("20");
  await page.getByRole("checkbox", { name: "Pattern making basics" }).check();
  await page.getByRole("button", { name: "Issue a serial number" }).click();
  await expect(page.getByText(/^Issued: /)).toBeVisible();
  await page.getByRole("searchbox", { name: "Find a serial number" }).fill("evening");
  const row = page.getByRole("row").filter({ hasText: "Evening class" });
  await expect(row).toContainText("Pattern making basics");
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row.getByRole("cell", { name: "Revoked" })).toBeVisible();

  await page.getByText("Backups", { exact: true }).click();
  await page.getByRole("button", { name: "Make a backup" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the backup" }).click();
  expect((await download).suggestedFilename()).toMatch(/^school-.*\.tar\.zst$/);
  await expect(page.getByText(/^The last backup: /)).toBeVisible();
  await page.getByRole("button", { name: "Check the school" }).click();
  await expect(page.getByText("Days since the last backup: 0.", { exact: false })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

const LOGO = path.join(import.meta.dirname, "../../resources/demo-school/logo-dark.png");

/** The background of the sample's button. */
const ground = (page: Page, theme: string) =>
  page
    .getByRole("figure", { name: theme })
    .locator(".button")
    .first()
    .evaluate((button) => getComputedStyle(button).backgroundColor);

test("an administrator tries a colour in both themes, and saves the brand with a logo", async ({
  page,
}) => {
  await signIn(page, admin, SCHOOL);
  await page.locator("summary").filter({ hasText: "Brand, contacts and languages" }).press("Enter");
  const name = page.getByRole("textbox", { name: "Name of the school" });
  const accent = page.getByRole("textbox", { name: /^Accent colour/ });
  await expect(name).not.toHaveValue("");
  await accent.fill("#a03050");
  await expect(page.getByText(/In the dark theme the colour becomes #/)).toBeVisible();
  await expect(page.getByText(/In the light theme the colour becomes/)).toHaveCount(0);
  await expect.poll(() => ground(page, "Light")).toBe("rgb(160, 48, 80)");
  expect(await ground(page, "Dark")).not.toBe("rgb(160, 48, 80)");
  await accent.fill("#ffee88");
  await expect(page.getByText(/In the light theme the colour becomes #/)).toBeVisible();
  await page.getByLabel("Choose the colour").fill("#204080");
  await expect(accent).toHaveValue("#204080");
  const logo = page.getByRole("group", { name: "Logo", exact: true });
  await logo.locator("input[type=file]").setInputFiles(LOGO);
  await name.fill("Needle School");
  expect(await findings(page)).toEqual([]);
  await name.press("Enter");
  await expect(page.getByText("Saved in the draft.")).toBeVisible();
  await expect(logo.getByRole("img")).toHaveAttribute(
    "src",
    `data:image/png;base64,${(await readFile(LOGO)).toString("base64")}`,
  );

  await test.step("the brand fits a phone from right to left, and axe finds nothing", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await speak(page, "he");
    const fold = words.he["staff-school.brand-contacts"];
    await expect(page.getByText(fold, { exact: true })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });
});
