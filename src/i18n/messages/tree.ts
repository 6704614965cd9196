import { fetchMessages } from "../fetch-messages.ts";

/** The messages of the tree in which staff build their courses. */
export const treeMessages = fetchMessages({
  de: () => new URL("../../../locales/de.json?tree", import.meta.url),
  el: () => new URL("../../../locales/el.json?tree", import.meta.url),
  en: () => new URL("../../../locales/en.json?tree", import.meta.url),
  es: () => new URL("../../../locales/es.json?tree", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?tree", import.meta.url),
  he: () => new URL("../../../locales/he.json?tree", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?tree", import.meta.url),
});
