import { titleIn } from "../../domain/translated.ts";

/**
 * The titles of an assignment in the contract's form.
 * @param stored the titles by language, as JSON
 * @param language of `title`; all languages are in `translations`
 */
export const sentTitles = (stored: string, language = "en") => {
  const titles: Record<string, string> = JSON.parse(stored);
  return {
    title: titleIn(titles, language),
    translations: Object.entries(titles).map(([code, title]) => ({ language: code, title })),
  };
};

/**
 * How an assignment is judged, in the contract's form. An assignment without criteria has no such field.
 * @param stored the points by language, as JSON
 */
export const sentCriteria = (stored: string | null | undefined) =>
  stored
    ? {
        criteria: (JSON.parse(stored) as Record<string, string>[]).map((texts) => ({
          translations: Object.entries(texts).map(([language, text]) => ({ language, text })),
        })),
      }
    : {};
