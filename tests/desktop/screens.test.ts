import { expect, type Page } from "playwright/test";
import { directionOf, LANGUAGES, type Language } from "../../src/domain/languages.ts";
import { findings } from "../e2e/axe-findings.ts";
import { MESSAGE_ID, words } from "../e2e/speak.ts";
import { choose, heading, submitSignIn } from "../e2e/steps.ts";
import { fillPerson, openThisComputer, serialField, wizard } from "./steps.ts";
import { test } from "./story.ts";

/** One of each direction: axe looks at the screens in these. */
const WITH_AXE: readonly Language[] = ["en", "he"];

const fits = async (page: Page, language: string, where: string) => {
  const html = page.locator("html");
  await expect(html, where).toHaveAttribute("lang", language);
  await expect(html, where).toHaveAttribute("dir", directionOf(language));
  const said = (await page.locator("body").ariaSnapshot()).replaceAll(/\/url: .*/g, "");
  expect(MESSAGE_ID.exec(said)?.[0], `${where}: the id of a message`).toBeUndefined();
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, `${where}: pixels to scroll sideways`).toBe(0);
};

const changeTo = async (page: Page, language: Language): Promise<void> => {
  const html = page.locator("html");
  const before = (await html.getAttribute("lang")) as Language;
  if (before === language) return;
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? "";
  await choose(page, words[before]["language.label"], new RegExp(`^${name}$`, "i"));
  await expect(html).toHaveAttribute("lang", language);
};

const check = async (page: Page, language: Language, where: string): Promise<void> => {
  await fits(page, language, where);
  if (!WITH_AXE.includes(language)) return;
  // The colours are the same in each language.
  const found = await findings(page, { inDark: language === "en" });
  expect(found, `${where} (${language})`).toEqual([]);
};

/**
 * Checks a page in every language, and leaves it in English.
 * @param open opens a dialog over it. Under that the menu of languages cannot be reached
 */
const look = async (page: Page, where: string, open?: (of: typeof words.en) => Promise<void>) => {
  for (const language of LANGUAGES) {
    await changeTo(page, language);
    await open?.(words[language]);
    if (open) await expect(page.getByRole("dialog")).toBeVisible();
    await check(page, language, where);
    if (open) await page.keyboard.press("Escape");
  }
  await changeTo(page, "en");
};

test.use({ viewport: { width: 360, height: 640 } });

test("the desktop app's own screens fit into a small window in every language", async ({
  openDesktop,
  issueSerial,
  student,
  line,
  dataHome,
}) => {
  const { page } = await openDesktop({ build: "hybrid", school: line.url, dataHome });
  await expect(wizard(page)).toBeVisible();
  await look(page, "serial number");
  await serialField(page).fill(await issueSerial());
  await page.getByRole("button", { name: "Next" }).click();
  const next = page.getByRole("button", { name: "Activate" });
  await next.click();
  await expect(page.getByRole("textbox", { name: "Full name" })).toHaveAttribute("aria-invalid");
  await look(page, "user info");
  await fillPerson(page);
  await next.click();
  await expect(page.getByRole("heading", { name: "Activation complete" })).toBeVisible();
  await look(page, "verification");
  await page.getByRole("button", { name: "Start" }).click();
  await look(page, "about", (texts) =>
    page.getByRole("button", { name: texts["about.title"] }).click(),
  );

  await submitSignIn(page, student);
  await openThisComputer(page);
  const main = page.getByRole("main");
  const phase = main.getByRole("status").first();
  await expect(phase).toHaveText(words.en["this-machine.phase-done"]);
  await look(page, "on this computer");
  const remove = main.getByRole("listitem").first().getByRole("button");
  await look(page, "deleting a course", () => remove.click());
});

test("fits the import into a small window in every language", async ({ openDesktop, machine }) => {
  const { page } = await openDesktop(await machine("offline", "activated"));
  await expect(heading(page)).toHaveText(words.en["content-import.title"]);
  await look(page, "import of content");
});
