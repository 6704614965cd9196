import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../../../domain/languages.ts";

/** The first language of a browser that the school's pages have. */
export const askedLanguage = (acceptLanguage = ""): Language =>
  acceptLanguage
    .split(",")
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage) ?? FALLBACK_LANGUAGE;
