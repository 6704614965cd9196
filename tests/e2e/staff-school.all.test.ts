import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
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
