import { readFileSync } from "node:fs";
import path from "node:path";
import type english from "../../locales/en.json";
import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../domain/languages.ts";

/** The messages of the school's own pages and mails. */
export type ServerMessage = Extract<
  keyof typeof english,
  | `password-reset.${string}`
  | `invitation.${string}`
  | `openid.${string}`
  | `openid-try.${string}`
  | `news-mail.${string}`
  | `first-start.${string}`
  | `staff-doctor.${string}`
  | `staff-import.column-${string}`
  | `staff-import.row-${string}`
>;

/** Returns a message with its placeholders filled in. */
export type ServerTexts = (id: ServerMessage, values?: Readonly<Record<string, string>>) => string;

type Catalogue = Readonly<Record<ServerMessage, string>>;

const LOCALES = path.join(import.meta.dirname, "../../locales");
const catalogues = new Map<Language, Catalogue>();

const catalogueOf = (language: Language): Catalogue => {
  const known = catalogues.get(language);
  if (known) return known;
  const read = readFileSync(path.join(LOCALES, `${language}.json`), "utf8");
  const catalogue = JSON.parse(read) as Catalogue;
  catalogues.set(language, catalogue);
  return catalogue;
};

/** The language of pages and mails for a person who uses this one. */
export const serverLanguage = (asked: string): Language =>
  isLanguage(asked) ? asked : FALLBACK_LANGUAGE;

/** The texts of pages and mails; English when the language is missing. */
export const serverTexts = (language: string): ServerTexts => {
  const messages = catalogueOf(serverLanguage(language));
  // These messages have only plain placeholders, so the server needs no ICU parser.
  return (id, values = {}) =>
    messages[id].replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
};
