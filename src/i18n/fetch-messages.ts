import type { Language } from "../domain/languages.ts";
import type { LoadMessages } from "./create-intl.ts";

/**
 * Fetches messages that are files and no chunks: the addresses of chunks are in the app's own script, and seven more
 * would cost every sign-in up to 150 bytes.
 * @param addresses of the files by language
 */
export const fetchMessages =
  (addresses: Readonly<Record<Language, () => URL>>): LoadMessages =>
  async (language) => {
    const response = await fetch(addresses[language]());
    if (!response.ok) throw new Error(`${response.url} was answered with ${response.status}.`);
    return { default: await response.json() };
  };
