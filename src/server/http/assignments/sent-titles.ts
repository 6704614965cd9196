import { titleIn } from "../../../domain/translated.ts";

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
