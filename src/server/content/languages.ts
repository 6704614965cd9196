/** The language codes that content may use, in the order in which they are given out. */
export const LANGUAGES = ["en", "es", "de", "fr", "el", "he", "tr"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Stands in wherever another language has no text. */
export const FALLBACK: Language = "en";

export const isLanguage = (code: string): code is Language =>
  LANGUAGES.some((language) => language === code);
