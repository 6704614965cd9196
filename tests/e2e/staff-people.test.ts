import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { heading, signIn } from "./steps.ts";

const PEOPLE = "/tls/desk/people";

test("staff find a person by the keyboard, give a course, and save it", async ({
  page,
  student,
}) => {
  await signIn(page, admin, PEOPLE);
  await page
    .getByRole("searchbox", { name: "Find people by name, username or mail address" })
    .focus();
  await page.keyboard.type(`${student.username}@SELVEDGE.example`);
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  await page.getByRole("checkbox").last().press("Space");
  for (const language of ["he", "en"] as const) {
    await speak(page, language);
    expect(await findings(page, { inDark: language === "en" }), `the list, ${language}`).toEqual(
      [],
    );
  }
  await page.getByRole("button", { name: "Continue…" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findings(page), "an action").toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Noa" }).press("Enter");
  await expect(heading(page)).toHaveText("Noa");
  await page.getByRole("textbox", { name: "Last name" }).fill("Brand");
  await page.getByRole("combobox", { name: "Another course" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Add course" }).press("Enter");
  const courses = page.getByRole("group").getByRole("group");
  const title = (await courses.last().locator("legend").textContent()) ?? "";
  const added = page.getByRole("group", { name: title });
  await added.getByLabel("Last day").fill("2031-06-30");
  expect(await findings(page), "a person").toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText("Noa Brand");
  await expect(added.getByLabel("Last day")).toHaveValue("2031-06-30");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Everything about this person as a zip" }).click();
  expect((await download).suggestedFilename()).toBe(`${student.username}.zip`);
});
