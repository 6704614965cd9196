import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { heading, signIn } from "./steps.ts";

// The tests change the one draft of the school of this worker.
test.describe.configure({ mode: "default" });

const entries = (kind: string, at = "") => `/tls/desk/courses/entries?kind=${kind}${at}`;
const text = (path: string) => `/tls/desk/courses/text?path=${path}`;
const source = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const saved = (page: Page) => page.getByText("Saved in the draft.");
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** The file of the draft, as its author has it. */
const fileOf = async (page: Page, path: string): Promise<string> => {
  await page.goto(text(path));
  await expect(source(page)).not.toHaveValue("");
  return source(page).inputValue();
};

test("a term is found and changed by keyboard, and only its text is different in the author's file", async ({
  page,
}) => {
  await signIn(page, admin, text("glossary.yaml"));
  await expect(source(page)).not.toHaveValue("");
  const before = await source(page).inputValue();
  await page.goto("/tls/desk/courses");
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
  await expect(save(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(saved(page)).toBeVisible();
  expect(await fileOf(page, "glossary.yaml")).toBe(
    before.replace(was, "The **edge** of the bodice."),
  );
});

test("an announcement is seen in both themes, added to the school's file and removed again", async ({
  page,
}) => {
  await signIn(page, admin, text("school.yaml"));
  await expect(source(page)).not.toHaveValue("");
  const before = await source(page).inputValue();
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
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  const after = await fileOf(page, "school.yaml");
  expect(after).toContain("title: Open day");

  await page.goto(entries("announcement"));
  await page.getByRole("rowheader").getByRole("link", { name: "Open day" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(saved(page)).toBeVisible();
  expect(await fileOf(page, "school.yaml")).toBe(before);
});

test("of two people who change one question, the second sees both; other questions disturb nobody", async ({
  page,
  elsewhere,
  command,
}) => {
  const manager = { username: "mona", password: "a long thread", firstName: "Mona" };
  const words = ["user", "add", "mona", "--email", "mona@thimble.example", "--level", "20"];
  await command([...words, "--password-stdin"], manager.password);
  await signIn(page, admin, entries("question", "&at=0"));
  await signIn(elsewhere, manager, entries("question", "&at=1"));
  await field(page, "Answer").fill("Mine.");
  await field(elsewhere, "Answer").fill("Of another question.");
  await save(elsewhere).click();
  await expect(saved(elsewhere)).toBeVisible();
  await save(page).click();
  await expect(saved(page)).toBeVisible();

  await page.goto(entries("question", "&at=0"));
  await elsewhere.goto(entries("question", "&at=0"));
  await field(elsewhere, "Answer").fill("Theirs.");
  await field(page, "Answer").fill("Mine again.");
  await save(elsewhere).click();
  await expect(saved(elsewhere)).toBeVisible();
  await save(page).click();
  await expect(page.getByRole("alert")).toContainText("Theirs.");
  await expect(field(page, "Answer")).toHaveValue("Mine again.");
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Theirs.");
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect(saved(page)).toBeVisible();
  expect(await fileOf(page, "faq.yaml")).toContain("Mine again.");
});

test("the list and a form are clean for axe in a language from right to left", async ({ page }) => {
  await signIn(page, admin, entries("term"));
  await speak(page, "he");
  await expect(page.getByRole("table")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto(entries("term", "&at=0"));
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(heading(page)).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
