import { fetchMessages } from "../fetch-messages.ts";

export const deskMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?desk", import.meta.url),
  el: () => new URL("../../../locales/el.json?desk", import.meta.url),
  en: () => new URL("../../../locales/en.json?desk", import.meta.url),
  es: () => new URL("../../../locales/es.json?desk", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?desk", import.meta.url),
  he: () => new URL("../../../locales/he.json?desk", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?desk", import.meta.url),
});
