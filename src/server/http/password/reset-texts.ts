import { readFileSync } from "node:fs";
import path from "node:path";
import type english from "../../../../locales/en.json";
import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../../../domain/languages.ts";

/** The messages of the page and the mail. */
export type ResetMessage = Extract<keyof typeof english, `password-reset.${string}`>;

/** Gives a message with its places filled in. */
export type ResetTexts = (id: ResetMessage, values?: Readonly<Record<string, string>>) => string;

type Catalogue = Readonly<Record<ResetMessage, string>>;

const LOCALES = path.join(import.meta.dirname, "../../../../locales");
const catalogues = new Map<Language, Catalogue>();

const catalogueOf = (language: Language): Catalogue => {
  const known = catalogues.get(language);
  if (known) return known;
  const read = readFileSync(path.join(LOCALES, `${language}.json`), "utf8");
  const catalogue = JSON.parse(read) as Catalogue;
  catalogues.set(language, catalogue);
  return catalogue;
};

/** The languages that the page and the mail are written in. */
export const resetLanguage = (asked: string): Language =>
  isLanguage(asked) ? asked : FALLBACK_LANGUAGE;

/** The texts of the page and the mail; English when the language is missing. */
export const resetTexts = (language: string): ResetTexts => {
  const messages = catalogueOf(resetLanguage(language));
  // These messages have names as their only places, so the server needs no message parser.
  return (id, values = {}) =>
    messages[id].replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
};
