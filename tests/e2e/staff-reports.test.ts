import { expect } from "playwright/test";
import { send } from "../server/support/client.ts";
import { findings } from "./axe-findings.ts";
import { type Account, admin, dana, test } from "./school.ts";
import { heading, signIn, WORKPLACE } from "./steps.ts";
import { tabTo } from "./tab-to.ts";

/** Completes the first lesson as a student does. */
const complete = async (school: string, { username, password }: Account): Promise<void> => {
  const json = { username, password, sessionId: null };
  const { token } = (await send(`${school}/api/user/login`, { json })).json;
  const path = `${school}/api/user/progress/${WORKPLACE.id}/complete`;
  const done = await send(path, { method: "PUT", token, json: { package_id: 1 } });
  expect(done.status).toBe(200);
};

test("reports are reached from the desk, and have their numbers behind each picture, by keyboard alone", async ({
  page,
  school,
  student,
}) => {
  await complete(school, student);
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
});

test("a change is found by who made it, with the values before and now", async ({
  page,
  command,
  student,
}) => {
  await command(["user", "set", student.username, "--level", "10"]);
  await signIn(page, admin, "/tls/desk/changes");
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
  await expect(page).toHaveURL(/person=\d+/);
  await page.getByRole("combobox", { name: "About" }).selectOption("Backup");
  await expect(page.getByText("There is no such change.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("students and tutors have neither reports nor changes", async ({ page, elsewhere }) => {
  await signIn(page, dana, "/tls/desk/reports");
  await expect(page.getByRole("heading", { name: "Reports" })).toHaveCount(0);
  const tutor = { username: "tutor", password: "demo-tutor", firstName: "Ruth" };
  await signIn(elsewhere, tutor, "/tls/desk/changes");
  await expect(heading(elsewhere)).toHaveText("Desk");
  await expect(elsewhere.getByRole("link", { name: "Changes" })).toHaveCount(0);
});
