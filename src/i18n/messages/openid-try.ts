import type { Language } from "../../domain/languages.ts";
import type { LoadMessages } from "../create-intl.ts";

/* They are files and no chunks, for the same reason as those of `desk.ts`. */
const FILES: Readonly<Record<Language, () => URL>> = {
  de: () => new URL("../../../locales/de.json?openid-try", import.meta.url),
  el: () => new URL("../../../locales/el.json?openid-try", import.meta.url),
  en: () => new URL("../../../locales/en.json?openid-try", import.meta.url),
  es: () => new URL("../../../locales/es.json?openid-try", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?openid-try", import.meta.url),
  he: () => new URL("../../../locales/he.json?openid-try", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?openid-try", import.meta.url),
};

/** The messages of a sign-in that tries a provider. */
export const openIdTryMessages: LoadMessages = async (language) => {
  const response = await fetch(FILES[language]());
  if (!response.ok) throw new Error(`The texts of a try were answered with ${response.status}.`);
  return { default: await response.json() };
};
