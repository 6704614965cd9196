import type { Language } from "../../domain/languages.ts";
import type { LoadMessages } from "../create-intl.ts";

/*
 * The messages of the tutors' desk. They are files and no chunks: the addresses of chunks are in the
 * app's own script, and seven more would cost every sign-in 150 bytes.
 */
const FILES: Readonly<Record<Language, () => URL>> = {
  de: () => new URL("../../../locales/de.json?desk", import.meta.url),
  el: () => new URL("../../../locales/el.json?desk", import.meta.url),
  en: () => new URL("../../../locales/en.json?desk", import.meta.url),
  es: () => new URL("../../../locales/es.json?desk", import.meta.url),
  fr: () => new URL("../../../locales/fr.json?desk", import.meta.url),
  he: () => new URL("../../../locales/he.json?desk", import.meta.url),
  tr: () => new URL("../../../locales/tr.json?desk", import.meta.url),
};

/** The messages of the tutors' desk. */
export const deskMessages: LoadMessages = async (language) => {
  const response = await fetch(FILES[language]());
  if (!response.ok) throw new Error(`The desk's texts were answered with ${response.status}.`);
  return { default: await response.json() };
};
