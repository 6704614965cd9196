import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { printed, watchPrinting } from "../e2e/paper.ts";
import { choose, heading, MEASURING_TOOLS, PAPER, submitSignIn, WORKPLACE } from "../e2e/steps.ts";
import { complete } from "../e2e/train.ts";
import { studied } from "../support/served-database.ts";
import { activate, openCourse, openThisComputer, quit, synced } from "./steps.ts";
import { test } from "./story.ts";

const hasItsPictures = async (page: Page): Promise<void> => {
  const figures = page.getByRole("figure").getByRole("img");
  await expect(figures.first()).toBeVisible();
  for (const figure of await figures.all()) {
    await figure.scrollIntoViewIfNeeded();
    await expect
      .poll(() => figure.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  }
};

const next = (page: Page) => page.getByRole("link", { name: "Next lesson" });

test("a course is studied without a network, and the school receives all of it afterwards", async ({
  openDesktop,
  issueSerial,
  dataHome,
  student,
  line,
  tables,
}) => {
  const options = { build: "hybrid", school: line.url, dataHome } as const;
  const first = await openDesktop(options);
  let { page } = first;
  const serial = await issueSerial();
  await activate(page, serial);
  // A person who pressed Start with a key can type at once.
  await expect(page.getByRole("textbox", { name: "Username" })).toBeFocused();
  await submitSignIn(page, student);
  await openThisComputer(page);
  await synced(page);
  await openCourse(page);

  await line.cut();
  const cutAt = Date.now();
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await hasItsPictures(page);
  // It is shown in a lesson too, which has no header.
  await expect(page.getByText("You are offline")).toBeAttached();
  await complete(page);
  await next(page).click();
  await expect(heading(page)).toHaveText(PAPER.title);
  await hasItsPictures(page);
  await quit(first);

  // From now on requests are accepted and never answered: completions still count.
  await line.hold();
  const second = await openDesktop(options);
  ({ page } = second);
  expect(second.address).not.toBe(first.address);
  // The open lesson is restored without a sign-in.
  await expect(heading(page)).toHaveText(PAPER.title);
  await hasItsPictures(page);
  await complete(page);
  await next(page).click();
  await expect(heading(page)).toHaveText(MEASURING_TOOLS.title);
  await page.getByRole("link", { name: "Back to lessons" }).click();
  await page.getByRole("button", { name: "Table and paper" }).click();
  for (const { title } of [WORKPLACE, PAPER]) {
    await expect(page.getByRole("link", { name: title })).toHaveAccessibleDescription("Completed");
  }
  await test.step("reading, searching and printing all work without a network", async () => {
    await line.cut();
    await page.getByRole("button", { name: "Search lessons" }).click();
    const found = page.getByRole("dialog", { name: "Search lessons" });
    await found.getByRole("searchbox").fill("underside elbow");
    await found.getByRole("listitem").getByRole("link", { name: WORKPLACE.title }).click();
    await expect(heading(page)).toHaveText(WORKPLACE.title);

    await watchPrinting(page);
    await page.locator("button", { hasText: /^Print$/ }).click();
    await expect.poll(async () => (await printed(page)).length).toBe(1);
    const [paper] = await printed(page);
    expect(paper?.text).toContain(WORKPLACE.title);
    expect(paper?.pictures).toBeGreaterThan(0);
    expect(paper?.missing).toBe(0);

    await page.getByRole("link", { name: "Back to lessons" }).click();
    for (const [menu, name, word] of [
      ["Progress", "Assignments", "heading"],
      [/^Hello/, "Profile", "button"],
      [/^Hello/, "Tutor talk", "heading"],
      [/^Hello/, "FAQ", "button"],
      [/^Hello/, "Glossary", "term"],
      [/^Hello/, "How to study", "button"],
    ] as const) {
      await choose(page, menu, name);
      await expect(heading(page)).toHaveText(name);
      await expect(page.getByRole("main").getByRole(word).first()).toBeVisible();
      await expect(page.getByText(/could not be fetched/)).toHaveCount(0);
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
    await choose(page, "Progress", "Today's class");
    const link = page.getByRole("link", { name: `Continue: ${MEASURING_TOOLS.title}` });
    await expect(link).toBeVisible();
  });

  await test.step("a pattern is drafted, printed and saved where the person chooses", async () => {
    await choose(page, /^Hello/, "Patterns");
    const summary = page.getByRole("status").filter({ hasText: /pieces/ });
    await expect(summary).toContainText("Waist: 72 cm");
    await page.getByRole("combobox", { name: "Pattern" }).selectOption({ label: "Trousers" });
    await page.locator("summary", { hasText: "Print or save" }).click();
    await expect(page.getByRole("button", { name: /^Trousers back:/ })).toBeVisible();
    await watchPrinting(page);
    await page.getByRole("button", { name: "Print", exact: true }).click();
    await expect.poll(async () => (await printed(page)).length).toBe(1);
    // A real window's dialog needs a person.
    if (!second.host) return;
    const file = path.join(second.dataHome, "trousers.pdf");
    second.host.answerDialog(file);
    await page.getByRole("button", { name: "Save as PDF" }).click();
    const written = () => readFileSync(file, "latin1");
    await expect.poll(() => existsSync(file) && written().endsWith("%%EOF")).toBe(true);
    expect(written()).toMatch(/^%PDF-1\.7/);
  });

  await openThisComputer(page);
  await expect(page.getByText(/study records will be sent to the school/)).toBeVisible();
  expect(await studied(tables, student)).toEqual([]);

  const backAt = Date.now();
  await line.restore();
  // A returning network sends an event; this line does not, so it is sent here.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => studied(tables, student)).toHaveLength(2);
  const lessons = await studied(tables, student);
  expect(lessons.map(({ lesson_id }) => lesson_id)).toEqual([WORKPLACE.id, PAPER.id]);
  for (const { completed } of lessons) {
    expect(Number(completed)).toBeGreaterThanOrEqual(cutAt);
    expect(Number(completed)).toBeLessThan(backAt);
  }
  await expect(page.getByText("The school has all your study records.")).toBeVisible();
  await expect(page.getByText(/study records will be sent/)).toHaveCount(0);
});
