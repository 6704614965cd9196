import type { Language } from "../../domain/languages.ts";
import type { LoadMessages } from "../create-intl.ts";

/* They are files and no chunks, for the same reason as those of `desk.ts`. */
const FILES: Readonly<Record<Language, () => URL>> = {
  de: () => new URL("../../../locales/de.json?staff", import.meta.url),
  el: () => new URL("../../../locales/el.json?staff", import.meta.url),
  en: () => new URL("../../../locales/en.json?staff", import.meta.url),
  es: () => new URL("../../../locales/es.json?staff", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?staff", import.meta.url),
  he: () => new URL("../../../locales/he.json?staff", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?staff", import.meta.url),
};

/** The messages of the staff's desk. */
export const staffMessages: LoadMessages = async (language) => {
  const response = await fetch(FILES[language]());
  if (!response.ok) throw new Error(`The staff's texts were answered with ${response.status}.`);
  return { default: await response.json() };
};
