import { fetchMessages } from "../fetch-messages.ts";

/** The messages of garments: what they have and blocks do not, and how they are sewn. */
export const garmentsMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?garments", import.meta.url),
  el: () => new URL("../../../locales/el.json?garments", import.meta.url),
  en: () => new URL("../../../locales/en.json?garments", import.meta.url),
  es: () => new URL("../../../locales/es.json?garments", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?garments", import.meta.url),
  he: () => new URL("../../../locales/he.json?garments", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?garments", import.meta.url),
});
