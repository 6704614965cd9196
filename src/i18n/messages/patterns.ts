import type { Language } from "../../domain/languages.ts";
import type { LoadMessages } from "../create-intl.ts";

/* They are files and no chunks, for the same reason as those of `desk.ts`. */
const FILES: Readonly<Record<Language, () => URL>> = {
  de: () => new URL("../../../locales/de.json?patterns", import.meta.url),
  el: () => new URL("../../../locales/el.json?patterns", import.meta.url),
  en: () => new URL("../../../locales/en.json?patterns", import.meta.url),
  es: () => new URL("../../../locales/es.json?patterns", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?patterns", import.meta.url),
  he: () => new URL("../../../locales/he.json?patterns", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?patterns", import.meta.url),
};

/** The messages of patterns, and the names of what is drafted. */
export const patternsMessages: LoadMessages = async (language) => {
  const response = await fetch(FILES[language]());
  if (!response.ok) throw new Error(`The texts of patterns were answered with ${response.status}.`);
  return { default: await response.json() };
};
