import { readFileSync } from "node:fs";
import path from "node:path";
import type english from "../../locales/en.json";
import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../domain/languages.ts";
import type { RemarkMessage } from "../domain/remark-words.ts";
import type { Encryption } from "../lib/mail-server.ts";

/** Whether a text has the form of a language code: two lower-case letters. */
export const isLanguageCode = (text: string): boolean => /^[a-z]{2}$/.test(text);

/** The language in the query; English when it is not a language code. */
export const requestedLanguage = ({ language = "" }: { readonly language?: string }): string =>
  isLanguageCode(language) ? language : "en";

/** The languages of a browser, the first one first. */
export const askedLanguages = (acceptLanguage = ""): string[] =>
  acceptLanguage.split(",").map((part) => part.trim().slice(0, 2).toLowerCase());

/** The first language of a browser that the school's pages have; English if there is none. */
export const askedLanguage = (acceptLanguage: string | undefined): Language =>
  askedLanguages(acceptLanguage).find(isLanguage) ?? FALLBACK_LANGUAGE;

/** The messages of the school's own pages and mails. */
export type ServerMessage = Extract<
  keyof typeof english,
  | `password-reset.${string}`
  | `invitation.${string}`
  | `openid.${string}`
  | `openid-try.${string}`
  | `news-mail.${string}`
  | `public.${string}`
  | `first-start.${string}`
  | `preview.${string}`
  | RemarkMessage
  | `staff-doctor.${string}`
  | `staff-school.mail-${"provider" | "other" | "host" | "encryption" | "port" | "user"}`
  | `staff-school.mail-${Encryption}`
  | "staff-school.smtp-password"
  | `staff-school.rule-${"address" | "mail"}`
  | `staff-import.column-${string}`
  | `staff-import.row-${string}`
>;

/** Returns a message with its placeholders filled in. */
type ServerTexts = (id: ServerMessage, values?: Readonly<Record<string, string>>) => string;

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
