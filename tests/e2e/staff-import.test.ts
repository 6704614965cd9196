import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { heading, signIn } from "./steps.ts";

const IMPORT = "/tls/desk/people/import";

let people = 0;

/** A table with two new people, one of whom has a course that is none. */
const table = () => {
  people += 1;
  const names = [`ina-${Date.now()}-${people}`, `jo-${Date.now()}-${people}`] as const;
  const row = (name: string, course: string) => `${name};${name}@import.example;Ina;${course}`;
  const text = `Benutzername;E-Mail;Rufname;Kurs\r\n${row(names[0], "PMB")}\r\n${row(names[1], "NONE")}\r\n`;
  return { names, file: { name: "Klasse.csv", mimeType: "text/csv", buffer: Buffer.from(text) } };
};

const effect = (page: Page) => page.getByRole("table", { name: "What would happen" });

test("an administrator brings people from a table, and mends the row that was wrong", async ({
  page,
}) => {
  const { names, file } = table();
  await signIn(page, admin, IMPORT);
  await expect(heading(page)).toHaveText("Bring people");
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Choose a file").setInputFiles(file);
  await expect(effect(page).getByRole("row")).toHaveCount(3);
  await expect(effect(page)).toContainText("There is no course “NONE”.");

  // A title that the school does not know yet.
  await page.getByRole("combobox", { name: "What “Rufname” is" }).selectOption("First name");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(effect(page)).toContainText("Username, Email, First name, Courses");
  await page.getByRole("button", { name: "Wrong: 1" }).click();
  await expect(effect(page).getByRole("row")).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await expect(effect(page).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
  await page.getByRole("radio", { name: /^The good rows/ }).check();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 person was added, 0 were changed.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the other row as a file" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("Klasse-rest.csv");
  const rest = await readFile(await saved.path(), "utf8");
  expect(rest).toContain(`${names[1]},${names[1]}@import.example`);

  // Pasted, with the course mended; the column with the error is left out.
  await page.getByRole("link", { name: "Bring another table" }).click();
  const pasted = rest.replace(",NONE,", ",PMB,");
  await page.getByRole("textbox", { name: "Or paste rows with their titles" }).fill(pasted);
  await page.getByRole("button", { name: "Check these rows" }).click();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 person was added, 0 were changed.")).toBeVisible();
});

test("people are imported with the keyboard alone", async ({ page }) => {
  const { names } = table();
  await signIn(page, admin, IMPORT);
  const paste = page.getByRole("textbox", { name: "Or paste rows with their titles" });
  await paste.press("Control+A");
  await page.keyboard.insertText(`username\temail\n${names[0]}\t${names[0]}@import.example\n`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Import 1 person" }).press("Enter");
  await expect(page.getByText("1 person was added, 0 were changed.")).toBeVisible();
});

for (const language of ["de", "he"] as const) {
  test(`the import of people speaks ${language}, also on a narrow screen`, async ({ page }) => {
    const { file } = table();
    await page.setViewportSize({ width: 360, height: 800 });
    await signIn(page, admin, IMPORT);
    await speak(page, language);
    const word = words[language];
    await page.getByLabel(word["staff-import.choose"]).setInputFiles(file);
    await expect(page.getByRole("heading", { name: word["staff-import.effect"] })).toBeVisible();
    expect(await findings(page, { inDark: false })).toEqual([]);
    const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(isTooWide)).toBe(false);
  });
}
