import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { signIn } from "./steps.ts";

const entries = (kind: string) => `/tls/desk/courses/entries?kind=${kind}`;
const text = (path: string) => `/tls/desk/courses/text?path=${path}`;
const saved = (page: Page) => page.getByText("Saved in the draft.");
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** The file of the draft, as its author has it. */
const fileOf = async (page: Page, path: string): Promise<string> => {
  await page.goto(text(path));
  await expect(field(page, "Text")).not.toHaveValue("");
  return field(page, "Text").inputValue();
};

test("a term is changed by keyboard, and an announcement is seen in both themes, added and removed", async ({
  page,
}) => {
  await signIn(page, admin, text("glossary.yaml"));
  const glossary = await fileOf(page, "glossary.yaml");
  const school = await fileOf(page, "school.yaml");
  await page.goto("/tls/desk/courses");

  await test.step("only the text of the term is different in the author's file", async () => {
    await page.getByRole("link", { name: "Announcements, glossary and FAQ" }).press("Enter");
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Glossary", exact: true }).press("Enter");
    await page.getByRole("searchbox", { name: "Find an entry" }).fill("armscye");
    await page.getByRole("rowheader").getByRole("link").first().press("Enter");
    const word = field(page, "Explanation");
    const was = await word.inputValue();
    await word.fill("The **edge** of the bodice.");
    await expect(page.locator("strong", { hasText: "edge" })).toBeVisible();
    await word.press("Tab");
    await expect(page.getByText("Details", { exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(saved(page)).toBeVisible();
    expect(await fileOf(page, "glossary.yaml")).toBe(
      glossary.replace(was, "The **edge** of the bodice."),
    );
  });

  await page.goto(entries("announcement"));
  await page.getByRole("link", { name: "New entry" }).click();
  await page.getByLabel("First day").fill("2026-03-01");
  await page.getByLabel("Last day").fill("2036-03-01");
  await field(page, "Title").fill("Open day");
  await field(page, "Text").fill("Come and look.\nBring a friend.");
  const shown = page.getByRole("region", { name: "As students see it" });
  await expect(shown.getByText("Open day")).toHaveCount(2);
  const colours = await shown
    .getByText("Bring a friend.")
    .evaluateAll((list) => list.map((each) => getComputedStyle(each).color));
  expect(new Set(colours).size).toBe(2);
  await expect(page.getByText("Nothing is wrong with this text.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page)).toBeVisible();
  await speak(page, "he");
  expect(await findings(page), "the list, from right to left").toEqual([]);
  await speak(page, "en");

  await page.getByRole("rowheader").getByRole("link", { name: "Open day" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(saved(page)).toBeVisible();
  expect(await fileOf(page, "school.yaml")).toBe(school);
});
