import { parseHtml } from "../lib/parse-html.ts";

/** The text of an HTML fragment, for searching. Nothing in it runs or is fetched. */
export const plainText = (html: string): string =>
  // Puts a space before each tag, so that words of two paragraphs do not join.
  parseHtml(html.replaceAll("<", " <"))?.textContent ?? "";
