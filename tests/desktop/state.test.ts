import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "playwright/test";
import { DESKTOP_BUILDS } from "../../scripts/build/school-settings.ts";
import { findIndexFile } from "../../scripts/desktop/find-index-file.ts";
import { heading, PAPER, signInForm, submitSignIn, WORKPLACE } from "../e2e/steps.ts";
import { complete } from "../e2e/train.ts";
import { openCourse, openThisComputer, quit, stateFileOf, synced, wizard } from "./steps.ts";
import { test } from "./story.ts";

test("survives damaged files and a crash", async ({ openDesktop, machine, student, line }) => {
  const options = await machine("hybrid", "synced");
  const before = await openDesktop(options);
  await submitSignIn(before.page, student);
  await openThisComputer(before.page);
  await synced(before.page);
  await openCourse(before.page);
  await before.page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(before.page)).toHaveText(WORKPLACE.title);
  await quit(before);
  const folder = path.join(before.dataFolder, "state");
  const intact = path.join(options.dataHome ?? "", "intact");
  cpSync(folder, intact, { recursive: true });
  await test.step("the app starts when all its stored values were cut off, and says so", async () => {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const file = path.join(folder, name);
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.slice(0, text.length / 2));
    }
    const app = await openDesktop(options);
    await expect(wizard(app.page)).toBeVisible();
    await expect(app.page.getByRole("alert").first()).toContainText("has been set aside");
    await expect(app.page.getByText("The stored licence is damaged")).toBeVisible();
    await quit(app);
  });
  rmSync(folder, { recursive: true });
  cpSync(intact, folder, { recursive: true });

  const damaged = ["content.json", "filetree.json", "glossary.json"].map(
    (name) => findIndexFile(before.dataFolder, name) ?? "",
  );
  for (const file of damaged) writeFileSync(file, readFileSync(file).subarray(0, 1000));
  const first = await openDesktop(options);
  const { page } = first;

  await test.step("lessons damaged on the disk are reported, and fetched again from the school", async () => {
    await expect(page.getByRole("alert")).toContainText("The lessons kept on this computer");
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await expect(page.getByRole("figure").getByRole("img").first()).toBeVisible();
    for (const file of damaged) await expect.poll(() => statSync(file).size).toBeGreaterThan(1000);
  });

  await test.step("a killed app says so, and restores everything at its next start", async () => {
    await line.cut();
    await complete(page);
    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(page)).toHaveText(PAPER.title);
    // Values that are on the disk are kept; one written at the same moment may be lost.
    const place = () => {
      const file = stateFileOf(first.dataFolder, "place.v2/");
      return file ? readFileSync(file, "utf8") : "";
    };
    await expect.poll(place).toContain(PAPER.key);
    await first.kill();
    await expect(heading(page)).toHaveText("The app has lost its connection to this computer");
    await page.close();

    const { page: again } = await openDesktop(options);
    await expect(heading(again)).toHaveText(PAPER.title);
    await again.getByRole("link", { name: "Back to lessons" }).click();
    await expect(again.getByRole("link", { name: WORKPLACE.title })).toHaveAccessibleDescription(
      "Completed",
    );
  });
});

test("refuses a second window while the first is open", async ({ openDesktop, machine }) => {
  const options = await machine("hybrid", "activated");
  // It renews its lock, like a window that is blocked by a system dialog.
  const lock = path.join(options.dataFolder, "state", "instance.lock");
  const live = () =>
    writeFileSync(lock, JSON.stringify({ version: 1, id: "another", beat: Date.now() }));
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

for (const build of DESKTOP_BUILDS) {
  test(`the ${build} app starts wherever its data lies, and again on a reload`, async ({
    openDesktop,
    dataHome,
  }) => {
    const stick = path.join(dataHome, 'Sarah\'s "stick"; שרה');
    await mkdir(stick);
    const { page, address } = await openDesktop({ build, dataHome: stick });
    await expect(heading(page)).toBeVisible();
    // What the console says fails the test at its end.
    await expect(page.getByRole("banner")).toBeVisible();

    await page.goto(`${address}/tls/lessons/PM/PMB`);
    await expect(heading(page)).toBeVisible();
    await page.reload();
    await expect(heading(page)).toBeVisible();
  });
}
