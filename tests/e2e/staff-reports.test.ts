import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, runCommand, test } from "./school.ts";
import { completeBefore, heading, signIn, WORKPLACE } from "./steps.ts";
import { tabTo } from "./tab-to.ts";

test("reports are reached from the desk, and have their numbers behind each picture, by keyboard alone", async ({
  page,
  school,
  running,
  student,
}) => {
  await completeBefore(school, student, [WORKPLACE]);
  await signIn(page, admin, "/tls/desk");
  await page.getByRole("link", { name: "Reports" }).press("Enter");
  await expect(heading(page)).toHaveText("Reports");
  const active = page.getByRole("region", { name: "Active students" });
  await expect(
    active.getByRole("img", { name: /^Active students\. Between \d+ and/ }),
  ).toBeVisible();
  await expect(active.getByRole("table")).toHaveCount(0);
  await tabTo(page, active.getByText("The same as a table"));
  await page.keyboard.press("Enter");
  const rows = active.getByRole("table", { name: "Active students" }).getByRole("row");
  await expect(rows).toHaveCount(13);
  await page.getByRole("link", { name: "Last 26 weeks" }).press("Enter");
  await expect(rows).toHaveCount(27);
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d$/);
  await page.getByRole("combobox", { name: "Course" }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/&course=\d+$/);
  expect(await findings(page)).toEqual([]);

  await test.step("a change is found by who made it, with the values before and now", async () => {
    await runCommand(running.dataDir, ["user", "set", student.username, "--level", "10"], "");
    await page.getByRole("link", { name: "Changes" }).press("Enter");
    await expect(heading(page)).toHaveText("Changes");
    await page.getByRole("searchbox", { name: "Search for names" }).fill(student.username);
    await expect(page.getByText("1 change", { exact: true })).toBeVisible();
    const row = page.getByRole("row", { name: student.username });
    await expect(row).toContainText("Command line");
    await expect(row).toContainText("Person: changed");
    await expect(row.getByRole("deletion")).toHaveText("0");
    await expect(row.getByRole("insertion")).toHaveText("10");
    await row.getByRole("link", { name: student.username }).press("Enter");
    await expect(page.getByText(`Only changes by and of ${student.username}.`)).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
