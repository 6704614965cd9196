import { fetchMessages } from "../fetch-messages.ts";

/** The names of lengths that students measure on paper. */
export const numbersMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?numbers", import.meta.url),
  el: () => new URL("../../../locales/el.json?numbers", import.meta.url),
  en: () => new URL("../../../locales/en.json?numbers", import.meta.url),
  es: () => new URL("../../../locales/es.json?numbers", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?numbers", import.meta.url),
  he: () => new URL("../../../locales/he.json?numbers", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?numbers", import.meta.url),
});
