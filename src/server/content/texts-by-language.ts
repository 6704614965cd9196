import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES } from "../../domain/languages.ts";
import { didYouMean } from "./nearest-name.ts";
import type { YamlField, YamlFields } from "./yaml-field.ts";

export type ByLanguage = Record<string, string>;

const read = (field: YamlField | null, needed: readonly string[]): ByLanguage => {
  if (field === null) return {};
  const given = new Map<string, YamlField>();
  const entries = field.entries();
  for (const entry of entries) {
    if (isLanguage(entry.name)) given.set(entry.name, entry);
    else reportUnknownLanguage(entry);
  }
  if (entries.length > 0) {
    for (const language of needed) {
      if (given.get(language)?.isEmpty() ?? true) {
        field.say(`"${field.name}" has no text in "${language}".`);
      }
    }
  }
  const texts: ByLanguage = {};
  for (const language of LANGUAGES) {
    const text = given.get(language)?.isEmpty() ? null : given.get(language)?.text();
    if (text) texts[language] = text;
  }
  return texts;
};

const reportUnknownLanguage = (entry: YamlField): void => {
  const end = didYouMean(entry.name, LANGUAGES) || `; the languages are ${LANGUAGES.join(", ")}.`;
  entry.say(`"${entry.name}" is not a language${end}`);
};

/** Reads a title: required in each of the school's languages, allowed in others. */
export const readTitle = (field: YamlField | null, languages: readonly string[]): ByLanguage =>
  read(field, languages);

/** Reads a text: required in English, optional in other languages. */
export const readText = (field: YamlField | null): ByLanguage => read(field, [FALLBACK_LANGUAGE]);

/** Lists the languages of an entry with their fields. English is required and comes first. */
export const readByLanguage = (
  entry: YamlFields,
  known: readonly string[],
): { language: string; fields: YamlFields }[] =>
  LANGUAGES.flatMap((language) => {
    const field = language === FALLBACK_LANGUAGE ? entry.need(language) : entry.maybe(language);
    return field === null ? [] : [{ language, fields: field.fields(known) }];
  });

/** The text in a language, or in the fallback language if there is none. */
export const inLanguage = (texts: ByLanguage, language: string): string =>
  texts[language] ?? texts[FALLBACK_LANGUAGE] ?? "";
