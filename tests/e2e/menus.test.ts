import { expect, type Locator, type Page } from "playwright/test";
import { test } from "./school.ts";
import { COURSE, signIn } from "./steps.ts";

const entries = (page: Page) => page.getByRole("navigation", { name: "Course menu" });
const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const tiles = (page: Page) => page.getByRole("list", { name: "Lessons" });
const present = (menu: Locator) => menu.locator("[aria-current=true]");

test("shows chapters, sections and lessons of a course", async ({ page, student }) => {
  await signIn(page, student, COURSE);
  await expect(entries(page).getByRole("button")).toHaveCount(8);
  await expect(present(entries(page))).toHaveText("Tools and paper");
  await expect(sections(page).getByRole("button")).toHaveText([
    "Table and paper",
    "The tools",
    "First lines",
  ]);
  await expect(present(sections(page))).toHaveText("Table and paper");
  const picture = tiles(page).locator("img").first();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);

  await entries(page).getByRole("button", { name: "Measuring" }).click();
  await expect(present(entries(page))).toHaveText("Measuring");
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
