/**
 * The languages of content and interface, in the order of the language menu. Each has a file in
 * locales/ and a flag in resources/flags/.
 */
export const LANGUAGES = ["en", "es", "de", "fr", "el", "he", "tr"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language that is used if a text is missing in another one. */
export const FALLBACK_LANGUAGE: Language = "en";

export const isLanguage = (value: unknown): value is Language =>
  (LANGUAGES as readonly unknown[]).includes(value);

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur", "yi"]);

/** The writing direction of a language code. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";

/** The name of a language in itself, with a capital where its script has them. */
export const languageName = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};
