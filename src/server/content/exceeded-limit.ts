import { HTML_LIMITS } from "../../lib/html-limits.ts";

const TAG = /<(\/?)(\w+)\b[^<>]*>/g;
const WITHOUT_END = new Set(["br", "hr", "img"]);
const MARKS = new RegExp(`\\p{M}{${HTML_LIMITS.marks}}`, "u");

/** The elements that the app's parser adds around and beside a text. */
const AROUND = 2;

/**
 * The limit of `HTML_LIMITS` that a text exceeds, as the end of a message; null if it can be shown.
 * @param html as the Markdown renderer writes it, with all end tags, and with each `<` of the text
 * escaped
 */
export const exceededLimit = (html: string): string | null => {
  if (html.length > HTML_LIMITS.characters) return "characters";
  let elements = AROUND;
  let depth = AROUND;
  for (const [, end, name = ""] of html.matchAll(TAG)) {
    if (end) {
      depth -= 1;
      continue;
    }
    elements += 1;
    if (elements > HTML_LIMITS.elements) return "paragraphs, cells and other elements";
    if (depth >= HTML_LIMITS.depth) return "lists, quotations and other elements in each other";
    if (!WITHOUT_END.has(name)) depth += 1;
  }
  return MARKS.test(html) ? "accents on one letter" : null;
};
