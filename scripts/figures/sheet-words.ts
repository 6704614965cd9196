import { readFileSync } from "node:fs";

/** The languages in which the course has sheets to print. */
export const SHEET_LANGUAGES = ["en", "he", "de", "el", "fr"] as const;
export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];

/** The app's messages in a language. They throw an Error where there is none. */
export const messagesOf = (language: SheetLanguage): ((id: string) => string) => {
  const file = new URL(`../../locales/${language}.json`, import.meta.url);
  const messages: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, "utf8"));
  return (id) => {
    const message = messages[id];
    if (!message) throw new Error(`${language} has no message ${id}`);
    return message;
  };
};

/** Replaces `{name}` in a text by the value of that name. */
export const fillPlaces = (
  text: string,
  values: Readonly<Record<string, string | number>>,
): string => text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
