import { fetchMessages } from "../fetch-messages.ts";

export const staffMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?staff", import.meta.url),
  el: () => new URL("../../../locales/el.json?staff", import.meta.url),
  en: () => new URL("../../../locales/en.json?staff", import.meta.url),
  es: () => new URL("../../../locales/es.json?staff", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?staff", import.meta.url),
  he: () => new URL("../../../locales/he.json?staff", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?staff", import.meta.url),
});
