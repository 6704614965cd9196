import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { choose, heading, signIn } from "./steps.ts";

const TEXTS = "/tls/desk/courses/lessons";
const LESSON = "PM/lessons/workplace.md";

// The tests change the one draft of the school of this worker.
test.describe.configure({ mode: "default" });

const address = (path: string) => `/tls/desk/courses/text?path=${encodeURIComponent(path)}`;
const source = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const shown = (page: Page) => page.getByRole("region", { name: "As students see it" });
const remarks = (page: Page) => page.getByRole("region", { name: "Remarks on the text" });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

const open = async (page: Page, path: string, who = admin) => {
  await signIn(page, who, address(path));
  await expect(source(page)).not.toHaveValue("");
};

const add = async (page: Page, words: string) => {
  const before = await source(page).inputValue();
  await source(page).fill(`${before.trimEnd()}\n\n${words}\n`);
};

test("a lesson is found, written by keyboard beside its live page, and saved", async ({ page }) => {
  await signIn(page, admin, TEXTS);
  await page.getByRole("searchbox", { name: "Find a text" }).fill("workplace");
  await page.getByRole("table").getByRole("rowheader").getByRole("link").press("Enter");
  await expect(heading(page)).toHaveText("workplace");
  await add(page, "A **table** at the height of the elbow.");
  await expect(shown(page).locator("strong", { hasText: "table" })).toBeVisible();
  await expect(remarks(page)).toContainText("Nothing is wrong with this text.");
  await source(page).press("Control+s");
  await expect(page.getByText("Saved in the draft.")).toBeVisible();
  await page.reload();
  await expect(source(page)).toHaveValue(/at the height of the elbow/);
  await page.getByRole("main").getByRole("link", { name: "Lessons and texts" }).first().click();
  await expect(page.getByText("There are changes that students do not see yet.")).toBeVisible();
});

test("a translation is written with the text in another language at its side", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, "PM/lessons/workplace.he.md");
  await page.getByLabel("Read beside it").selectOption({ label: "English" });
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
  expect(await findings(page)).toEqual([]);
});

test("a problem leads to its line, and a script in the text is none in the page", async ({
  page,
}) => {
  await open(page, LESSON);
  await add(page, "[x](term:nothing)\n\n<script>document.title = 'hit'</script>");
  await expect(remarks(page)).toContainText('The glossary has no term "nothing"');
  await remarks(page).getByRole("button").first().press("Enter");
  await expect(source(page)).toBeFocused();
  const chosen = await source(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toBe("[x](term:nothing)");
  await expect(page).not.toHaveTitle("hit");
});

test("what is not saved survives a reload and signing out", async ({ page }) => {
  await open(page, "PM/lessons/before-measuring.md");
  await add(page, "Not saved yet.");
  await page.reload();
  await expect(source(page)).toHaveValue(/Not saved yet\./);
  await choose(page, /^Hello/, "Logout");
  await signIn(page, admin, address("PM/lessons/before-measuring.md"));
  await expect(source(page)).toHaveValue(/Not saved yet\./);
});

test("of two people who save a text, the second sees both and chooses", async ({
  page,
  elsewhere,
  command,
}) => {
  const manager = { username: "mira", password: "a long thread", firstName: "Mira" };
  const words = ["user", "add", "mira", "--email", "mira@thimble.example", "--level", "20"];
  await command([...words, "--password-stdin"], manager.password);
  await open(page, "PM/lessons/copying-pattern.md");
  await open(elsewhere, "PM/lessons/copying-pattern.md", manager);
  await add(elsewhere, "Theirs.");
  await save(elsewhere).click();
  await expect(elsewhere.getByText("Saved in the draft.")).toBeVisible();
  await add(page, "Mine.");
  await save(page).click();
  await expect(page.getByRole("textbox", { name: "The other person’s text" })).toHaveValue(
    /Theirs\./,
  );
  await expect(source(page)).toHaveValue(/Mine\./);
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect(page.getByText("Saved in the draft.")).toBeVisible();

  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("button", { name: /^What changed: Draft/ }).click();
  await expect(page.getByRole("dialog").getByText("Mine.")).toBeVisible();
  await page.getByRole("button", { name: /^Use this version: Published/ }).click();
  await expect(source(page)).not.toHaveValue(/Mine\./);
  expect(await findings(page)).toEqual([]);
});

test("a picture that is dropped is in the text and on the page", async ({ page }) => {
  await open(page, "PM/lessons/cutting-layout.md");
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

test("a picture of 500 MB is refused at once", async ({ page }) => {
  await open(page, "PM/lessons/cutting-layout.md");
  await source(page).evaluate((area: HTMLTextAreaElement) => {
    const file = new File(["x"], "large.png", { type: "image/png" });
    Object.defineProperty(file, "size", { value: 500 * 1024 * 1024 });
    const data = { files: [file] };
    const event = new DragEvent("drop", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "dataTransfer", { value: data });
    area.dispatchEvent(event);
  });
  await expect(page.getByRole("alert")).toContainText("larger than 64 MB");
});

test("the list and a text are clean for axe in a language from right to left", async ({ page }) => {
  await signIn(page, admin, TEXTS);
  await speak(page, "he");
  await expect(page.getByRole("table").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto(address("PM/lessons/workplace.he.md"));
  await expect(page.locator("textarea").first()).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("article").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
