import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { findIndexFile } from "../../scripts/desktop/find-index-file.ts";
import type { Account } from "../e2e/school.ts";
import { heading, PAPER, signInForm, submitSignIn, WORKPLACE } from "../e2e/steps.ts";
import { openCourse, openThisComputer, quit, stateFileOf, synced, wizard } from "./steps.ts";
import { test } from "./story.ts";

const openLesson = async (page: Page, student: Account): Promise<void> => {
  await submitSignIn(page, student);
  await expect(signInForm(page)).toHaveCount(0);
  await openThisComputer(page);
  await synced(page);
  await openCourse(page);
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
};

const damages: Record<string, (text: string) => string> = {
  emptied: () => "",
  "cut off": (text) => text.slice(0, text.length / 2),
  edited: (text) => text.replace('"value":"', '"value":" '),
};

for (const [how, damage] of Object.entries(damages)) {
  test(`the app starts when all its stored values were ${how}, and says so`, async ({
    openDesktop,
    machine,
    student,
  }) => {
    const options = await machine("hybrid", "synced");
    const before = await openDesktop(options);
    await openLesson(before.page, student);
    await quit(before);
    const folder = path.join(before.dataFolder, "state");
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const file = path.join(folder, name);
      writeFileSync(file, damage(readFileSync(file, "utf8")));
    }
    const { page } = await openDesktop(options);
    await expect(wizard(page)).toBeVisible();
    await expect(page.getByRole("alert").first()).toContainText("has been set aside");
    await expect(page.getByText("The stored licence is damaged")).toBeVisible();
  });
}

test("lessons damaged on the disk are reported, and fetched again from the school", async ({
  openDesktop,
  machine,
  student,
}) => {
  const options = await machine("hybrid", "synced");
  const before = await openDesktop(options);
  await openLesson(before.page, student);
  await quit(before);
  for (const name of ["content.json", "filetree.json", "glossary.json"]) {
    const file = findIndexFile(before.dataFolder, name) ?? "";
    writeFileSync(file, readFileSync(file).subarray(0, 1000));
  }
  const { page } = await openDesktop(options);
  await expect(page.getByRole("alert")).toContainText("The lessons kept on this computer");
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await expect(page.getByRole("figure").getByRole("img").first()).toBeVisible();
});

test("a second window says that the app is already open, and works once the first has closed", async ({
  openDesktop,
  machine,
}) => {
  const options = await machine("hybrid", "activated");
  const first = await openDesktop(options);
  await expect(signInForm(first.page)).toBeVisible();
  await quit(first);
  // It renews its lock, like a window that is blocked by a system dialog.
  const lock = path.join(first.dataFolder, "state", "instance.lock");
  const live = () => {
    const beat = { version: 1, id: "another", beat: Date.now() };
    writeFileSync(lock, JSON.stringify(beat));
  };
  live();
  const living = setInterval(live, 500);
  try {
    const { page } = await openDesktop(options);
    await expect(heading(page)).toHaveText("The app is already open");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page)).toHaveText("The app is already open");
    clearInterval(living);
    rmSync(lock);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(signInForm(page)).toBeVisible();
  } finally {
    clearInterval(living);
  }
});

test("a killed app says so, and restores everything at its next start", async ({
  openDesktop,
  machine,
  student,
  line,
}) => {
  const options = await machine("hybrid", "synced");
  const first = await openDesktop(options);
  await openLesson(first.page, student);
  await line.cut();
  await first.page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(first.page.getByRole("button", { name: "Completed" })).toBeVisible();
  await first.page.getByRole("link", { name: "Next lesson" }).click();
  await expect(heading(first.page)).toHaveText(PAPER.title);
  // Values that are on the disk are kept; one written at the same moment may be lost.
  const place = () => {
    const file = stateFileOf(first.dataFolder, "place.v2/");
    return file ? readFileSync(file, "utf8") : "";
  };
  await expect.poll(place).toContain(PAPER.key);
  await first.kill();
  await expect(heading(first.page)).toHaveText("The app has lost its connection to this computer");
  await first.page.close();

  const { page } = await openDesktop(options);
  await expect(heading(page)).toHaveText(PAPER.title);
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await expect(page.getByRole("link", { name: WORKPLACE.title })).toHaveAccessibleDescription(
    "Completed",
  );
});
