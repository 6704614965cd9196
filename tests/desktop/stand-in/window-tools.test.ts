import { expect, type Locator, type Page } from "playwright/test";
import { printed, watchPrinting } from "../../e2e/paper.ts";
import { heading, signInForm, submitSignIn, WORKPLACE } from "../../e2e/steps.ts";
import { openCourse, quit } from "../steps.ts";
import { test } from "../story.ts";

const zoomOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.style.getPropertyValue("zoom"));

/** Right-clicks on the first letter of a text. */
const pointAt = async (page: Page, text: string): Promise<void> => {
  const paragraph = page.getByText(text).first();
  await paragraph.scrollIntoViewIfNeeded();
  const { x, y } = await paragraph.evaluate((element, start) => {
    const node = [...element.childNodes].find((each) => each.textContent?.includes(start)) as Node;
    const from = node.textContent?.indexOf(start) ?? 0;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + 1);
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, text);
  await page.mouse.click(x, y, { button: "right" });
};

/** The labels over the menus, which are icons on small screens. */
const word = (page: Page): Locator =>
  page.getByRole("button", { name: "Language" }).locator("span");

test("zooms by keys and wheel, and keeps the zoom", async ({ openDesktop, machine }) => {
  const options = await machine("hybrid", "activated");
  const first = await openDesktop(options);
  const { page } = first;
  await expect(signInForm(page)).toBeVisible();
  await expect(word(page)).toBeInViewport();
  const width = async () => (await word(page).boundingBox())?.width ?? 0;
  const usual = await width();
  await page.keyboard.press("Control+=");
  await expect.poll(() => zoomOf(page)).toBe("1.1");
  await expect(page.getByText("Zoom: 110%")).toBeVisible();
  expect(await width()).toBeGreaterThan(usual);
  await page.keyboard.down("Control");
  for (const _ of "1234") await page.mouse.wheel(0, -120);
  await page.keyboard.up("Control");
  await expect.poll(() => zoomOf(page)).toBe("2");
  // As in a window of half the size: icons in place of labels, and no horizontal scrolling.
  await expect.poll(width).toBeLessThan(5);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBeLessThanOrEqual(0);
  await page.keyboard.press("Control+-");
  await expect.poll(() => zoomOf(page)).toBe("1.75");
  await quit(first);

  const { page: later } = await openDesktop(options);
  await expect(signInForm(later)).toBeVisible();
  expect(await zoomOf(later)).toBe("1.75");
  // The keys' code may arrive after the form.
  await expect(async () => {
    await later.keyboard.press("Control+0");
    expect(await zoomOf(later)).toBe("");
  }).toPass();
  await expect.poll(async () => (await word(later).boundingBox())?.width).toBe(usual);
});

test("searches, prints and copies by keys and menu", async ({ openDesktop, machine, student }) => {
  const { page, host } = await openDesktop(await machine("hybrid", "synced"));
  await submitSignIn(page, student);
  await openCourse(page);
  await page.getByRole("link", { name: WORKPLACE.title }).click();
  await expect(heading(page)).toHaveText(WORKPLACE.title);

  await test.step("Ctrl+F finds in the lesson, F11 takes the whole screen, and Ctrl+P prints as the button does", async () => {
    await page.keyboard.press("Control+f");
    const field = page.getByRole("search").getByRole("textbox", { name: "Find on this page" });
    await expect(field).toBeFocused();
    const count = page.getByRole("search").getByRole("status");
    await field.fill("TABLE");
    await expect(count).toHaveText(/^1 of \d+$/);
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get("found-here") ?? [])].map(String));
    expect(await marked()).toEqual([expect.stringMatching(/^table$/i)]);
    await field.press("Enter");
    await expect(count).toHaveText(/^2 of \d+$/);
    await field.press("Shift+Enter");
    await expect(count).toHaveText(/^1 of \d+$/);
    await field.fill("no such words");
    await expect(count).toHaveText("Not found");
    await field.press("Escape");
    await expect(field).toHaveCount(0);
    await expect(heading(page)).toBeFocused();

    await watchPrinting(page);
    await page.keyboard.press("Control+p");
    await expect.poll(async () => (await printed(page)).length).toBe(1);
    expect((await printed(page))[0]?.text).toContain(WORKPLACE.title);

    for (const call of ["window.setFullScreen", "window.exitFullScreen"]) {
      await page.keyboard.press("F11");
      await expect
        .poll(() => host?.calls.filter((name) => name.startsWith("window.")).slice(-1))
        .toEqual([call]);
    }
  });

  await test.step("the context menu copies, looks words up in the glossary, and edits text", async () => {
    const menu = page.getByRole("menu", { name: "Menu" });
    const item = (name: string | RegExp) => menu.getByRole("menuitem", { name });
    await pointAt(page, "Patterns on hooks");
    await expect(item("Copy")).toHaveAttribute("aria-disabled", "true");
    await item("Look up “Patterns” in glossary").click();
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText("pattern");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    // The context menu of the selection, opened by a key.
    await page.evaluate(() =>
      getSelection()?.selectAllChildren(document.querySelector("h1") as Node),
    );
    await page.keyboard.press("Shift+F10");
    await expect(item("Copy")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    expect(await page.evaluate(() => String(getSelection()))).toBe(WORKPLACE.title);

    await page.getByRole("button", { name: "Note" }).click();
    const note = page.getByRole("textbox", { name: "Your note on this lesson" });
    await note.fill("chalk and thread");
    await note.selectText();
    await note.click({ button: "right", position: { x: 10, y: 10 } });
    await item("Select all").click();
    await note.click({ button: "right", position: { x: 10, y: 10 } });
    await item("Cut").click();
    await expect(note).toHaveValue("");
    if (!host) return;
    await note.click({ button: "right" });
    await item("Paste").click();
    await expect(note).toHaveValue("from the clipboard");
  });
});
