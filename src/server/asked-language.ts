import { isLanguage, type Language } from "../domain/languages.ts";

/** The first language of a browser that the school's pages have; null if there is none. */
export const askedLanguage = (acceptLanguage = ""): Language | null =>
  acceptLanguage
    .split(",")
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage) ?? null;
