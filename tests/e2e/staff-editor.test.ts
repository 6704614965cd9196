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

const add = async (page: Page, words: string) => {
  const before = await source(page).inputValue();
  await source(page).fill(`${before.trimEnd()}\n\n${words}\n`);
};

test("a lesson is found, written by keyboard beside its live page with a picture, and saved", async ({
  page,
}) => {
  await signIn(page, admin, TEXTS);
  await page.getByRole("searchbox", { name: "Find a text" }).fill("workplace");
  await page.getByRole("main").getByRole("listitem").getByRole("link").press("Enter");
  await expect(heading(page)).toHaveText("workplace");
  await add(page, "A **table** at the height of the elbow.");
  await expect(shown(page).locator("strong", { hasText: "table" })).toBeVisible();
  await expect(remarks(page)).toContainText("Nothing is wrong with this text.");

  await test.step("a picture that is dropped is in the text and on the page", async () => {
    await source(page).evaluate((area: HTMLTextAreaElement) => {
      const drawing =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90"><path d="M0 0h9"/></svg>';
      const data = new DataTransfer();
      data.items.add(new File([drawing], "A line (1).svg", { type: "image/svg+xml" }));
      area.setSelectionRange(area.value.length, area.value.length);
      area.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    });
    await expect(source(page)).toHaveValue(/!\[\]\(A-line-1-\.svg\)/);
    await expect(shown(page).locator('img[data-asset="A-line-1-.svg"]')).toHaveAttribute(
      "src",
      /^blob:/,
    );
    await expect(remarks(page)).toContainText("has no alternative text");
  });

  await test.step("what is not saved survives a reload and signing out", async () => {
    await page.reload();
    await expect(source(page)).toHaveValue(/height of the elbow/);
    await choose(page, /^Hello/, "Logout");
    await signIn(page, admin, address("PM/lessons/workplace.md"));
    await expect(source(page)).toHaveValue(/height of the elbow/);
  });
  await source(page).press("Control+s");
  await expect(page.getByText("Saved in the draft.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Lessons and texts" }).first().click();
  await expect(page.getByText("There are changes that students do not see yet.")).toBeVisible();

  await test.step("a translation is written with the text in another language at its side", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(address("PM/lessons/workplace.he.md"));
    await page.getByLabel("Show beside it").selectOption({ label: "English" });
    const other = page.getByRole("textbox", { name: "English" });
    await expect(other).toHaveValue(/# Your place to work/);
    await expect(other).toHaveAttribute("readonly", "");
    const [here, there] = [await source(page).boundingBox(), await other.boundingBox()];
    expect(there?.x).toBeGreaterThan((here?.x ?? 0) + (here?.width ?? 0));
    expect(there?.y).toBeLessThan((here?.y ?? 0) + (here?.height ?? 0));
    await page.setViewportSize({ width: 768, height: 900 });
    expect((await other.boundingBox())?.y).toBeGreaterThan(
      (await source(page).boundingBox())?.y ?? 0,
    );
  });

  await test.step("the list and a text are clean for axe in a language from right to left", async () => {
    await speak(page, "he");
    await expect(page.locator("textarea").first()).toHaveAttribute("dir", "rtl");
    expect(await findings(page)).toEqual([]);
    await page.goto(TEXTS);
    await expect(page.getByRole("tree")).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
