import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../domain/languages.ts";

/** What a language calls itself, with a capital where its script has them. */
export const nameOfLanguage = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** The first supported language of a list, else the fallback. @param tags such as `he-IL` */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? FALLBACK_LANGUAGE;
