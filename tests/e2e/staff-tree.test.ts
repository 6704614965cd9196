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

/** Counts what a person does beside writing words: clicks, keys that act, and fields that are gone to. */
const counted = (page: Page) => {
  let acts = 0;
  const row = (title: string) => rowOf(page, title);
  const act = async (does: () => Promise<unknown>) => {
    acts += 1;
    await does();
  };
  return {
    ...{ act, row },
    count: () => acts,
    choose: (name: string) => act(() => row(name).click()),
    click: (name: string) => act(() => page.getByRole("button", { name, exact: true }).click()),
    field: (name: string, words: string) =>
      act(() => page.getByRole("textbox", { name, exact: true }).fill(words)),
    key: (key: string) => act(() => page.keyboard.press(key)),
    /** Writes where the focus is. */
    words: async (words: string) => {
      await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
      await page.keyboard.type(words);
    },
  };
};

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

test("an empty school becomes a course with two chapters and three lessons, in few clicks", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await signIn(page, boss, TREE);
  const { act, count, row, choose, click, field, key, words } = counted(page);
  await field("Name of the school", "Nadel & Faden");
  await field("Name of the first course", "Skirts");
  await click("Begin");
  // The first chapter is there, and chosen.
  await expect(row("First chapter")).toHaveAttribute("aria-selected", "true");
  await click("Change the title");
  await page.getByRole("textbox", { name: "Title" }).fill("Measures");
  await key("Enter");
  await expect(row("Measures")).toHaveCount(1);
  for (const title of ["Waist", "Hip"]) {
    await click("New lesson");
    await words(title);
    await key("Enter");
    await expect(row(title)).toHaveAttribute("aria-selected", "true");
  }
  expect(await findings(page)).toEqual([]);

  await test.step("another chapter, with a lesson that is moved there", async () => {
    await act(() => row("Skirts").last().click());
    await click("New chapter");
    await words("Draft");
    await key("Enter");
    await expect(row("Draft")).toHaveAttribute("aria-selected", "true");
    await click("New lesson");
    await words("Frame");
    await key("Enter");
    await expect(row("Frame")).toBeVisible();
    expect(await names(page)).toEqual([
      "1 Skirts",
      ...["2 Skirts", "3 Measures", "4 Measures", "5 Waist", "5 Hip"],
      ...["3 Draft", "4 Draft", "5 Frame"],
    ]);
    await act(() => drag(page, "Hip", "Frame"));
    await expect
      .poll(() => names(page))
      .toEqual([
        "1 Skirts",
        ...["2 Skirts", "3 Measures", "4 Measures", "5 Waist"],
        ...["3 Draft", "4 Draft", "5 Hip", "5 Frame"],
      ]);
    // By keys: the lesson that was moved has kept the focus.
    await row("Hip").focus();
    await key("Alt+ArrowDown");
    await expect.poll(async () => (await names(page)).slice(-2)).toEqual(["5 Frame", "5 Hip"]);
  });

  await test.step("what is removed says what it means first", async () => {
    await choose("Hip");
    await click("Remove");
    await expect(page.getByRole("dialog")).toContainText("1 lesson is gone.");
    await act(() => page.getByRole("dialog").getByRole("button", { name: "Remove" }).click());
    await expect(row("Hip")).toHaveCount(0);
  });
  // Without the words themselves.
  expect(count()).toBeLessThanOrEqual(25);

  await test.step("the lesson is written from here", async () => {
    await row("Frame").focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/path=SKIRTS%2Flessons%2Fframe\.md/);
  });
});
