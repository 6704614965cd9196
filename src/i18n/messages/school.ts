import { fetchMessages } from "../fetch-messages.ts";

/** The messages of the school's settings, and of its public pages. */
export const schoolMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?school", import.meta.url),
  el: () => new URL("../../../locales/el.json?school", import.meta.url),
  en: () => new URL("../../../locales/en.json?school", import.meta.url),
  es: () => new URL("../../../locales/es.json?school", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?school", import.meta.url),
  he: () => new URL("../../../locales/he.json?school", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?school", import.meta.url),
});
