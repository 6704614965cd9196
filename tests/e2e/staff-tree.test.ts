import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { findings } from "./axe-findings.ts";
import { test as base, runCommand } from "./school.ts";
import { signIn } from "./steps.ts";

const TREE = "/tls/desk/courses/lessons";

const boss = { username: "boss", password: "a needle a day", firstName: "Ada" };

/** A school that has an administrator and nothing else. */
const test = base.extend<object, { running: Awaited<ReturnType<typeof startSchool>> }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), "learning-space-"));
      const person = ["boss", "--level", "100", "--email", "boss@tree.example"];
      await runCommand(dataDir, ["user", "add", ...person, "--password-stdin"], boss.password);
      const school = await startSchool({ dataDir, isEmpty: true });
      await use(school);
      await school.stop({ keepData: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

const rowOf = (page: Page, title: string) =>
  page.getByRole("treeitem").filter({ has: page.getByText(title, { exact: true }) });

/** Drags a row by its grip to the upper half of another one. */
const drag = async (page: Page, name: string, before: string): Promise<void> => {
  const row = (title: string) => rowOf(page, title);
  await row(name).scrollIntoViewIfNeeded();
  const grip = await row(name).locator("[data-grip]").boundingBox();
  const goal = await row(before).boundingBox();
  if (!grip || !goal) throw new Error("The rows are not in sight");
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(goal.x + goal.width / 2, goal.y + 8, { steps: 8 });
  await page.mouse.up();
};

/** The levels and the titles of the rows. */
const names = (page: Page) =>
  page
    .getByRole("treeitem")
    .evaluateAll((rows) =>
      rows.map(
        (row) =>
          `${row.getAttribute("aria-level")} ${row.querySelector("[dir=auto]")?.textContent}`,
      ),
    );

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("lessons are dragged, moved by keys and removed, and the tree stays as it was left", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await signIn(page, boss, TREE);
  const row = (title: string) => rowOf(page, title);
  const fill = (name: string, words: string) =>
    page.getByRole("textbox", { name, exact: true }).fill(words);
  await fill("Name of the school", "Nadel & Faden");
  await fill("Name of the first course", "Skirts");
  await fill("First chapter", "Measures");
  await button(page, "Begin").click();
  await expect(row("Measures")).toBeFocused();
  // By keys alone: each is written at once, before the school has answered.
  await button(page, "New lesson").focus();
  await page.keyboard.press("Enter");
  for (const title of ["Waist", "Hip"]) {
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(row("Hip")).toBeFocused();
  await button(page, "New chapter").click();
  await page.keyboard.type("Draft");
  await button(page, "Add and close").click();
  await expect(row("Draft")).toBeFocused();
  await button(page, "New lesson").click();
  await page.keyboard.type("Frame");
  await button(page, "Add and close").click();
  await expect(row("Frame")).toBeFocused();
  const before = ["1 Skirts", "2 Skirts", "3 Measures", "4 Measures"];
  expect(await names(page)).toEqual([
    ...before,
    ...["5 Waist", "5 Hip", "3 Draft", "4 Draft", "5 Frame"],
  ]);
  await drag(page, "Hip", "Frame");
  const moved = [...before, "5 Waist", "3 Draft", "4 Draft"];
  await expect.poll(() => names(page)).toEqual([...moved, "5 Hip", "5 Frame"]);
  await row("Hip").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => names(page)).toEqual([...moved, "5 Frame", "5 Hip"]);

  await test.step("who has written a lesson comes back to its row", async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await row("Measures").last().focus();
    await page.keyboard.press("ArrowLeft");
    await row("Frame").focus();
    const top = await page.evaluate(() => scrollY);
    expect(top).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/path=SKIRTS%2Flessons%2Fframe\.md/);
    await page.goBack();
    await expect(row("Frame")).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await page.reload();
    const shown = [...before, "3 Draft", "4 Draft", "5 Frame", "5 Hip"];
    await expect.poll(() => names(page)).toEqual(shown);
    await expect(row("Frame")).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  });

  await test.step("what is removed says what it means first", async () => {
    await row("Hip").click();
    await button(page, "Remove").click();
    await expect(page.getByRole("dialog")).toContainText("1 lesson is gone.");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(row("Hip")).toHaveCount(0);
  });
  expect(await findings(page)).toEqual([]);
});
