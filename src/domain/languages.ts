/**
 * The languages that content and interface may have, in the order in which they are offered. Each
 * has a file in locales/ and a flag in resources/flags/.
 */
export const LANGUAGES = ["en", "es", "de", "fr", "el", "he", "tr"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Stands in wherever another language has no text. */
export const FALLBACK_LANGUAGE: Language = "en";

export const isLanguage = (value: unknown): value is Language =>
  (LANGUAGES as readonly unknown[]).includes(value);

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur", "yi"]);

/** The writing direction of a language code. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
