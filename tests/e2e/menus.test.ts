import { expect, type Locator, type Page } from "playwright/test";
import { test } from "./school.ts";
import { COURSE, completeBefore, LESSONS, signIn } from "./steps.ts";

const entries = (page: Page) => page.getByRole("navigation", { name: "Course menu" });
const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const tiles = (page: Page) => page.getByRole("list", { name: "Lessons" });
const present = (menu: Locator) => menu.locator("[aria-current=true]");

test("shows chapters, sections and lessons of a course", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  await test.step("tiles show their pictures", async () => {
    await expect(tiles(page).locator("img")).toHaveCount(2);
    for (const picture of await tiles(page).locator("img").all()) {
      await expect(picture).toHaveJSProperty("complete", true);
      const width = picture.evaluate((img: HTMLImageElement) => img.naturalWidth);
      expect(await width).toBeGreaterThan(0);
    }
  });
  await expect(entries(page).getByRole("button")).toHaveText([
    "Tools and paper",
    "Measuring",
    "Reading a pattern",
    "The skirt block",
    "Darts and their moves",
    "The bodice block",
    "Fitting",
    "The trousers block",
  ]);
  await expect(present(entries(page))).toHaveText("Tools and paper");
  await expect(sections(page).getByRole("button")).toHaveText([
    "Table and paper",
    "The tools",
    "First lines",
  ]);
  await expect(present(sections(page))).toHaveText("Table and paper");
  await expect(tiles(page).getByRole("link")).toHaveCount(2);

  await entries(page).getByRole("button", { name: "Measuring" }).click();
  await expect(present(entries(page))).toHaveText("Measuring");
  await expect(sections(page).getByRole("button")).toHaveText([
    "Before the tape",
    "Round and along the body",
    "The measurement sheet",
  ]);
  await expect(page.getByText("Taking measures that a pattern can trust.")).toBeVisible();
  await sections(page).getByRole("button", { name: "The measurement sheet" }).click();
  await expect(present(sections(page))).toHaveText("The measurement sheet");
  await expect(tiles(page).getByRole("link")).toHaveCount(3);

  await test.step("remembers the section of each chapter", async () => {
    const isPresent = (name: string) => expect(present(sections(page))).toHaveText(name);
    await entries(page).getByRole("button", { name: "Tools and paper" }).click();
    await isPresent("Table and paper");
    await sections(page).getByRole("button", { name: "The tools" }).click();
    await entries(page).getByRole("button", { name: "Measuring" }).click();
    await isPresent("The measurement sheet");

    await page.goto("/tls/lessons/SW/SWB");
    await isPresent("Getting to know it");
    await page.goto(COURSE);
    await isPresent("The measurement sheet");
    await entries(page).getByRole("button", { name: "Tools and paper" }).click();
    await isPresent("The tools");
  });
});

test("opens a course at the next lesson on a new machine", async ({ page, school, student }) => {
  await completeBefore(school, student, LESSONS.slice(0, 3));
  await signIn(page, student, COURSE);
  await expect(present(sections(page))).toHaveText("The tools");
  await expect(
    tiles(page).getByRole("link", { name: "Tools that mark and cut" }),
  ).toHaveAccessibleDescription("Next lesson");
});
