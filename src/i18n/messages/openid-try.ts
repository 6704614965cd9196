import { fetchMessages } from "../fetch-messages.ts";

/** The messages of a sign-in that tries a provider. */
export const openIdTryMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?openid-try", import.meta.url),
  el: () => new URL("../../../locales/el.json?openid-try", import.meta.url),
  en: () => new URL("../../../locales/en.json?openid-try", import.meta.url),
  es: () => new URL("../../../locales/es.json?openid-try", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?openid-try", import.meta.url),
  he: () => new URL("../../../locales/he.json?openid-try", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?openid-try", import.meta.url),
});
