import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { choose, heading, signIn } from "./steps.ts";

const TEXTS = "/tls/desk/courses/lessons";

const address = (path: string) => `/tls/desk/courses/text?path=${encodeURIComponent(path)}`;
const source = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const shown = (page: Page) => page.getByRole("region", { name: "As students see it" });
const remarks = (page: Page) => page.getByRole("region", { name: "Remarks on the text" });

/** Writes at the end of the text, by keyboard. */
const write = async (page: Page, words: string) => {
  await source(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
};

test("a new lesson is written without a sign of Markdown, and shown as students see it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, admin, TEXTS);
  await page.getByRole("treeitem").first().focus();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"]) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "New lesson", exact: true }).click();
  await page
    .getByRole("textbox", { name: /^Title/ })
    .first()
    .fill("A narrow hem");
  await page.getByRole("button", { name: "Add and close" }).click();
  await expect(page.getByRole("treeitem").filter({ hasText: "A narrow hem" }).last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("A narrow hem");
  await expect(page.getByRole("group", { name: "Title" }).getByRole("textbox").first()).toHaveValue(
    "A narrow hem",
  );
  const tool = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await test.step("headings, lists and bold words come from the toolbar and from keys", async () => {
    await write(page, "Press it first.\n\nYou need");
    await tool("Heading");
    await page.keyboard.press("End");
    await page.keyboard.type("\n\nA press cloth");
    await tool("List");
    await page.keyboard.press("End");
    await page.keyboard.type("\n");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("fine pins");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n\n\n");
    await expect(shown(page).getByRole("heading", { name: "You need" })).toBeVisible();
    await expect(shown(page).getByRole("listitem")).toHaveText(["A press cloth", "fine pins"]);
    await expect(shown(page).locator("strong")).toHaveText("fine pins");
    // The signs are hidden where the cursor is not.
    await expect(source(page)).not.toContainText("##");
    await expect(source(page)).not.toContainText("**");
  });

  await test.step("its titles are written side by side, and the lesson is saved", async () => {
    const titles = page.getByRole("group", { name: "Title" }).getByRole("textbox");
    for (const title of await titles.all()) await title.fill("A narrow hem");
    await expect(remarks(page)).toContainText("Nothing is wrong with this text.");
    expect(await findings(page)).toEqual([]);
    await titles.first().press("Tab");
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await expect(page.getByText("Saved in the draft.")).toBeVisible();
  });
});

test("a lesson that is not saved survives a reload and signing out", async ({ page }) => {
  await signIn(page, admin, address("PM/lessons/workplace.md"));
  await expect(heading(page)).toHaveText("Your place to work");
  await write(page, "\nA **table** at the height of the elbow.\n");
  await expect(shown(page).locator("strong", { hasText: "table" })).toBeVisible();

  await test.step("a picture that is dropped is in the text and on the page", async () => {
    await source(page).evaluate((content: HTMLElement) => {
      const drawing =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="90" height="90"><path d="M0 0h8"/></svg>';
      const data = new DataTransfer();
      data.items.add(new File([drawing], "A line (1).svg", { type: "image/svg+xml" }));
      content.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    });
    await expect(shown(page).locator('img[data-asset="A-line-1-.svg"]')).toHaveAttribute(
      "src",
      /^blob:/,
    );
    // Its words are asked for, and may follow.
    await expect(page.getByRole("dialog").locator("img")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(source(page).getByText("Please write what this picture shows")).toBeVisible();
    await remarks(page).getByRole("button", { name: /^Line/ }).first().click();
    await expect(source(page)).toBeFocused();
  });

  await test.step("what is not saved survives a reload and signing out", async () => {
    const isThere = () => expect(shown(page)).toContainText("height of the elbow");
    await page.reload();
    await isThere();
    await choose(page, /^Hello/, "Logout");
    await signIn(page, admin, address("PM/lessons/workplace.md"));
    await isThere();
  });
  await source(page).press("Control+s");
  await expect(page.getByText("Saved in the draft.")).toBeVisible();
});

test("a translation is written with the text in another language at its side, from right to left", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, admin, address("PM/lessons/workplace.he.md"));
  await expect(source(page)).toHaveAttribute("dir", "rtl");
  // The original is there at once, as students see it.
  await expect(page.getByLabel("Show beside it")).toHaveValue("en");
  const other = page.getByRole("region", { name: "English" });
  await expect(other.getByRole("heading", { name: "Your place to work" })).toBeVisible();
  const [here, there] = [await source(page).boundingBox(), await other.boundingBox()];
  expect(there?.x).toBeGreaterThan((here?.x ?? 0) + (here?.width ?? 0) - 20);
  await page.setViewportSize({ width: 768, height: 900 });
  expect((await other.boundingBox())?.y).toBeGreaterThan(
    (await source(page).boundingBox())?.y ?? 0,
  );
  await speak(page, "he");
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
