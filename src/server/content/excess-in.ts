import { HTML_LIMITS } from "../../lib/html-limits.ts";

const TAG = /<(\/?)(\w+)\b[^<>]*>/g;
const WITHOUT_END = new Set(["br", "hr", "img"]);
const MARKS = new RegExp(`\\p{M}{${HTML_LIMITS.marks}}`, "u");

/** The elements that the app's parser puts around a text, and one beside them. */
const AROUND = 2;

/**
 * What a text has too much of to be shown, in the words of a problem; null if it can be shown.
 * @param html as the Markdown renderer writes it: with every end, and with each `<` of the text escaped
 */
export const excessIn = (html: string): string | null => {
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
