import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { type Account, test } from "./school.ts";
import { heading, signIn } from "./steps.ts";

const SCHOOL = "/tls/desk/school";

const admin: Account = { username: "admin", password: "demo-admin", firstName: "Miriam" };

test("an administrator changes a setting by keyboard, and a value that a rule refuses stays in its field", async ({
  page,
}) => {
  await signIn(page, admin, SCHOOL);
  await expect(heading(page)).toHaveText("The school");
  await page.locator("summary").filter({ hasText: "How long things are kept" }).press("Enter");
  const days = page.getByRole("textbox", { name: "Days for the list of changes" });
  await days.fill("0");
  await days.press("Enter");
  await expect(days).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(/AUDIT_KEPT_DAYS must be a number of days/)).toBeVisible();
  await expect(days).toHaveValue("0");
  await days.fill("400");
  await days.press("Enter");
  await expect(page.getByText("Saved. It holds within seconds.")).toBeVisible();
  await page.reload();
  await page.locator("summary").filter({ hasText: "How long things are kept" }).press("Enter");
  await expect(days).toHaveValue("400");
});

test("the second of two administrators sees what the first has saved, and loses nothing typed", async ({
  page,
  command,
}) => {
  await signIn(page, admin, SCHOOL);
  await page.getByText("Limits", { exact: true }).click();
  const notes = page.getByRole("textbox", { name: "Notes of an account" });
  await notes.fill("70");
  await command(["settings", "set", "ACCOUNT_NOTES", "80"]);
  const form = page.locator("form").filter({ has: notes });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/Somebody else has changed these settings/)).toBeVisible();
  await expect(notes).toHaveValue("70");
  await expect(form.getByText("Saved now: 80")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved. It holds within seconds.")).toBeVisible();
  await command(["settings", "unset", "ACCOUNT_NOTES"]);
});

test("a serial number is issued and revoked, a backup is made and fetched, and the school is checked", async ({
  page,
}) => {
  await signIn(page, admin, SCHOOL);
  await page.getByText("Serial numbers and licences").click();
  await page.getByRole("textbox", { name: "Note, such as the class" }).fill("Evening class");
  await page.getByRole("textbox", { name: "Computers" }).fill("20");
  await page.getByRole("button", { name: "Issue a serial number" }).click();
  await expect(page.getByText(/^Issued: /)).toBeVisible();
  await page.getByRole("searchbox", { name: "Find a serial number" }).fill("evening");
  const row = page.getByRole("row").filter({ hasText: "Evening class" });
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row.getByRole("cell", { name: "Revoked" })).toBeVisible();
  expect(await findings(page)).toEqual([]);

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

test("nobody below an administrator has the school at the desk", async ({
  page,
  student,
  command,
}) => {
  await command(["user", "set", student.username, "--level", "20"]);
  await signIn(page, student, SCHOOL);
  await expect(page).toHaveURL(/\/tls\/desk$/);
  await expect(page.getByRole("link", { name: "School", exact: true })).toHaveCount(0);
});
