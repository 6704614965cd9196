import { expect } from "playwright/test";
import { addStudent } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { tutor } from "./hand-ins.ts";
import { test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { signIn } from "./steps.ts";

const STUDENTS = "/tls/desk/students";

test("a tutor finds a student, chooses several by keyboard, and each gets the message alone", async ({
  page,
  running,
  elsewhere,
}) => {
  // The school has more people by now.
  const stamp = Date.now();
  const lastNames = [`Bobbin${stamp}`, `Thimble${stamp}`] as const;
  const student = await addStudent(running.dataDir, ["PMB"], 0, lastNames[0]);
  await addStudent(running.dataDir, ["PMB"], 0, lastNames[1]);
  await signIn(page, tutor, STUDENTS);
  const search = page.getByRole("searchbox", { name: "Find a student by name" });
  for (const lastName of lastNames) {
    const row = page.getByRole("checkbox", { name: `Choose Noa ${lastName}` });
    await search.fill(lastName);
    await expect(page.getByText("1 student", { exact: true })).toBeVisible();
    await expect(row).toHaveCount(1);
    await row.press("Space");
    await expect(row).toBeChecked();
  }
  await page.getByRole("button", { name: "Message to 2 students" }).press("Enter");
  await page.getByRole("textbox", { name: "Subject" }).fill("Fabric");
  await page.getByRole("textbox", { name: "Message" }).fill("Bring two metres.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("The message was sent to 2 students.")).toBeVisible();

  await signIn(elsewhere, student, "/tls/tutor-talk");
  await expect(elsewhere.getByRole("link").filter({ hasText: "Fabric" })).toHaveCount(1);

  await test.step("axe finds nothing on the screens of the desk's students", async () => {
    await search.fill(lastNames[0]);
    await expect(page.getByText("1 student", { exact: true })).toBeVisible();
    for (const language of ["en", "he"] as const) {
      const word = words[language];
      const inDark = language === "en";
      await speak(page, language);
      await page.getByRole("checkbox").last().check();
      expect(await findings(page, { inDark }), `the list, ${language}`).toEqual([]);
      await page.getByRole("main").locator("button.quiet").first().click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: word["tutor-talk.send"], exact: true })
        .click();
      expect(await findings(page, { inDark }), `the message, ${language}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.getByRole("link", { name: /^Noa/ }).first().click();
    await expect(page.getByRole("progressbar").first()).toBeVisible();
    for (const language of ["en", "he"] as const) {
      await speak(page, language);
      expect(await findings(page, { inDark: language === "en" }), `a page, ${language}`).toEqual(
        [],
      );
    }
  });
});
