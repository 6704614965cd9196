/*
 * Where a translation begins: the original with its headings, lists, tables, pictures, films, links and numbers, and a
 * mark in place of its words.
 */

/** Stands where words are still to be written. */
export const TO_WRITE = "✎";

/** A picture, a film, a link or a number, with its caption. */
const INLINE = /(!?)\[((?:[^\][\n\\]|\\.)*)\]\((<[^>\n]*>|[^()\s]*)(\s+"(?:[^"\n\\]|\\.)*")?\)/g;
const WORDS = /[\p{L}\p{N}]/u;
/** What begins a line: a heading, an item of a list, a quotation. */
const PREFIX = /^(\s*(?:#{1,6}\s+|(?:[-*+]|\d+[.)])\s+|>\s*)+)(.*)$/;
/** A line across, or the one below the first line of a table. */
const isRule = (line: string): boolean => /^[\s|:*_-]+$/.test(line) && /[-*_]/.test(line);

const gap = (text: string): string => {
  if (!WORDS.test(text)) return text;
  const [start = ""] = /^\s*/.exec(text) ?? [];
  const [end = ""] = /\s*$/.exec(text) ?? [];
  return `${start}${TO_WRITE}${end}`;
};

const inline = (text: string): string => {
  let result = "";
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, picture = "", words = "", target = "", caption = ""] = match;
    result += gap(text.slice(at, match.index));
    at = match.index + whole.length;
    const isNumber = picture === "" && target.startsWith("draft:");
    const titled = caption.replace(/"([\s\S]*)"/, (_, title: string) => `"${inline(title)}"`);
    result += isNumber ? whole : `${picture}[${gap(words)}](${target}${titled})`;
  }
  return result + gap(text.slice(at));
};

const cells = (line: string): string =>
  line
    .split(/(?<!\\)\|/)
    .map(inline)
    .join("|");

/** A text without what stands above it, between lines of `---`: there are the titles in all languages. */
export const withoutFrontMatter = (text: string): string =>
  text.replace(/^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/, "");

/**
 * The beginning of a translation of a lesson or an instruction. Parts are named by the original alone.
 * @param original its text, with line ends of `\n`
 */
export const translationStart = (original: string): string => {
  const lines: string[] = [];
  let isCode = false;
  for (const line of withoutFrontMatter(original).split("\n")) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || isRule(line)) {
      lines.push(line);
      continue;
    }
    if (/^@part\s/.test(line)) continue;
    const [, prefix = "", rest = line] = PREFIX.exec(line) ?? [];
    const written = prefix + (rest.includes("|") ? cells(rest) : inline(rest));
    // The lines of a paragraph are written as one.
    if (written.trim() === TO_WRITE && lines.at(-1)?.endsWith(TO_WRITE)) continue;
    lines.push(written);
  }
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "");
};

const wordsOf = (text: string): string =>
  withoutFrontMatter(text)
    .replace(/^[ \t]*@part\b.*$/gm, "")
    .replace(/\n\s*\n/g, "\n\n")
    .trim();

/**
 * Whether two texts say the same to a translator: what stands above them is in all languages there, and the original
 * alone names the parts.
 */
export const hasSameBody = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);
