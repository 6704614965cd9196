import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { heading, signIn } from "./steps.ts";

const IMPORT = "/tls/desk/people/import";

const effect = (page: Page) => page.getByRole("table", { name: "What would happen" });

test("an administrator brings people from a table, and mends the row that was wrong", async ({
  page,
}) => {
  // The second one has a course that is none.
  const [ina, jo] = [`ina-${Date.now()}`, `jo-${Date.now()}`];
  const row = (name: string, course: string) => `${name};${name}@import.example;Ina;${course}\r\n`;
  const text = `Benutzername;E-Mail;Rufname;Kurs\r\n${row(ina, "PMB")}${row(jo, "NONE")}`;
  await signIn(page, admin, IMPORT);
  await expect(heading(page)).toHaveText("Import people");
  expect(await findings(page)).toEqual([]);
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "Klasse.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(effect(page).getByRole("row")).toHaveCount(3);
  await expect(effect(page)).toContainText("There is no course “NONE”.");

  // A title that the school does not know yet.
  await page.getByRole("combobox", { name: "What “Rufname” is" }).selectOption("First name");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(effect(page)).toContainText("Username, Email, First name, Courses");
  await test.step("the import of people fits a narrow screen in Hebrew", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await speak(page, "he");
    const name = words.he["staff-import.effect"];
    await expect(page.getByRole("heading", { name })).toBeVisible();
    expect(await findings(page, { inDark: false })).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await speak(page, "en");
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await page.getByRole("button", { name: "Wrong: 1" }).click();
  await expect(effect(page).getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(effect(page).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Some rows have mistakes/ })).toBeDisabled();
  await page.getByRole("radio", { name: /^Only the rows without mistakes/ }).check();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 person was added, 0 were changed.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the other row as a file" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("Klasse-rest.csv");
  const rest = await readFile(await saved.path(), "utf8");
  expect(rest).toContain(`${jo};${jo}@import.example`);
});
