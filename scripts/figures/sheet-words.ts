/** The languages in which the course has sheets to print. */
export const SHEET_LANGUAGES = ["en", "he", "de", "el", "fr"] as const;
export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];

/** Replaces `{name}` in a text by the value of that name. */
export const fillPlaces = (
  text: string,
  values: Readonly<Record<string, string | number>>,
): string => text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
