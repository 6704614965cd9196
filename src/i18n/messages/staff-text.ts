import { fetchMessages } from "../fetch-messages.ts";

/** The messages of the editor of lessons, which the staff opens. */
export const staffTextMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?staff-text", import.meta.url),
  el: () => new URL("../../../locales/el.json?staff-text", import.meta.url),
  en: () => new URL("../../../locales/en.json?staff-text", import.meta.url),
  es: () => new URL("../../../locales/es.json?staff-text", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?staff-text", import.meta.url),
  he: () => new URL("../../../locales/he.json?staff-text", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?staff-text", import.meta.url),
});
