import { fetchMessages } from "../fetch-messages.ts";

/** The messages for accounts of another site, and for the app in a page of another site. */
export const sitesMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?sites", import.meta.url),
  el: () => new URL("../../../locales/el.json?sites", import.meta.url),
  en: () => new URL("../../../locales/en.json?sites", import.meta.url),
  es: () => new URL("../../../locales/es.json?sites", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?sites", import.meta.url),
  he: () => new URL("../../../locales/he.json?sites", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?sites", import.meta.url),
});
