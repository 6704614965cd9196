import { fetchMessages } from "../fetch-messages.ts";

/** The messages of patterns, and the names of what is drafted. */
export const patternsMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?patterns", import.meta.url),
  el: () => new URL("../../../locales/el.json?patterns", import.meta.url),
  en: () => new URL("../../../locales/en.json?patterns", import.meta.url),
  es: () => new URL("../../../locales/es.json?patterns", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?patterns", import.meta.url),
  he: () => new URL("../../../locales/he.json?patterns", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?patterns", import.meta.url),
});
