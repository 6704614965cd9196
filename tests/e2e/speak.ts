import { readFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { LANGUAGES, type Language } from "../../src/domain/languages.ts";
import type { MessageId } from "../../src/i18n/message-id.ts";

type Words = Record<MessageId, string>;

const wordsOf = (language: Language): Words =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), "utf8"));

/** The texts of the interface in each language. */
export const words = Object.fromEntries(
  LANGUAGES.map((language) => [language, wordsOf(language)]),
) as Record<Language, Words>;

const areas = new Set(Object.keys(words.en).map((id) => id.split(".")[0]));
/** An untranslated message id: `lesson.back`. */
export const MESSAGE_ID = new RegExp(`(?<![\\w.-])(?:${[...areas].join("|")})\\.[a-z][a-z-]*`);

const MENU = new RegExp(`^(${LANGUAGES.map((of) => words[of]["language.label"]).join("|")})$`);

/** Changes the language of the page in place, with the keyboard: the pointer stays where it is. */
export const speak = async (page: Page, language: Language): Promise<void> => {
  const item = page.locator(`[role=menuitem][lang=${language}]`);
  // A screen that has just been opened takes the focus: a key that comes then is lost, and a menu
  // that is open then closes.
  await expect(async () => {
    await page.getByRole("button", { name: MENU }).press("ArrowDown");
    await item.press("Enter", { timeout: 2000 });
    await expect(page.locator("html")).toHaveAttribute("lang", language, { timeout: 5000 });
  }).toPass();
  await expect(page.getByRole("menu")).toHaveCount(0);
};

/**
 * Text as the app writes it in a language from right to left: what is put into a message is isolated
 * from the words around it.
 * @param text with the values in brackets, such as `עמוד [2] מתוך [3]`
 */
export const isolated = (text: string): string =>
  text.replaceAll("[", "\u2068").replaceAll("]", "\u2069");
