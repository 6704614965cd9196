import { sourceTextPlace } from "../../domain/source-text.ts";
import { withoutFrontMatter } from "../../domain/translation-start.ts";
import { isTopHeading, onPages } from "./lesson-pages.ts";
import { PART_TOKEN, parseMarkdown } from "./markdown-parser.ts";
import { frontMatterEnd } from "./text-files.ts";

/*
 * A school that takes another first language: `KEY.md` is written in it from then on, and what was there is a
 * translation.
 */

/** A text that has its head in `KEY.md`, and the files that it has after the exchange. */
export interface ExchangedFiles {
  /** `KEY.md`. */
  readonly original: string;
  /** `KEY.LANGUAGE.md` in the language that was the first one. */
  readonly former: string;
  /** `KEY.LANGUAGE.md` in the new first language, which goes; null: there is none. */
  readonly translation: string | null;
}

/**
 * The texts of a folder whose files change places.
 * @param names all of its files
 */
export const exchangedFiles = (
  names: Iterable<string>,
  { from, to }: { readonly from: string; readonly to: string },
): ExchangedFiles[] => {
  const all = new Set(names);
  return [...all].flatMap((original) => {
    // No language has an empty code, so that only a file without one in its name is in it.
    const place = sourceTextPlace(original, "");
    if (!place?.key || place.language !== "") return [];
    const inLanguage = (language: string) => original.replace(/md$/, `${language}.md`);
    const translation = inLanguage(to);
    const isThere = all.has(translation);
    return [{ original, former: inLanguage(from), translation: isThere ? translation : null }];
  });
};

interface Outline {
  /** The lines, from 0, of each page's heading: the first one, and the one behind it. */
  readonly headings: readonly (readonly [number, number])[];
  /** The line of each part, and its page. */
  readonly parts: readonly { readonly line: number; readonly page: number }[];
}

const outlineOf = (body: string): Outline => {
  const headings: [number, number][] = [];
  const parts: Outline["parts"][number][] = [];
  for (const token of parseMarkdown(body).tokens) {
    if (!token.map || token.level > 0) continue;
    if (isTopHeading(token)) headings.push(token.map);
    if (token.type === PART_TOKEN) parts.push({ line: token.map[0], page: headings.length - 1 });
  }
  return { headings, parts };
};

/** A text with the parts of each page at its end; one with fewer pages has the rest on its last one. */
const withParts = (body: string, parts: readonly (readonly string[])[]): string => {
  const lines = body.replace(/\n+$/, "").split("\n");
  const starts = outlineOf(body).headings.map(([line]) => line);
  const ends = [...starts.slice(1), lines.length];
  const added = onPages(parts, ends.length);
  for (const [page, end] of [...ends.entries()].reverse()) {
    const own = added[page] ?? [];
    if (own.length === 0) continue;
    const isEmpty = (lines[end - 1] ?? "").trim() === "";
    lines.splice(isEmpty ? end - 1 : end, 0, "", ...own);
  }
  return `${lines.join("\n")}\n`;
};

/**
 * Exchanges a text and its translation: the head and the parts stay in the original.
 * @param original the text of `KEY.md`, with `\n` at the ends of lines
 * @param translation that of the new first language; null: there is none, and its pages are still to be written
 * @returns null for a text whose head does not end
 */
export const exchangeOriginal = (
  original: string,
  translation: string | null,
): { readonly original: string; readonly former: string } | null => {
  const lines = original.split("\n");
  const end = frontMatterEnd(lines);
  if (end < 0) return null;
  const head = end === 0 ? "" : `${lines.slice(0, end + 1).join("\n")}\n`;
  const body = end === 0 ? original : lines.slice(end + 1).join("\n");
  // A head of its own is not read in a translation.
  const own = translation === null ? null : withoutFrontMatter(translation);
  if (!/^[ \t]{0,3}@part\b/m.test(body)) return { original: head + (own ?? ""), former: body };
  const { headings, parts } = outlineOf(body);
  const texts = body.split("\n");
  const skeleton = () =>
    headings.map(([from, behind]) => `${texts.slice(from, behind).join("\n")}\n`).join("\n");
  const byPage = headings.map((_, page) =>
    parts.filter((part) => part.page === page).map(({ line }) => texts[line] ?? ""),
  );
  const gone = new Set(parts.map(({ line }) => line));
  const former = texts.filter((_, line) => !gone.has(line)).join("\n");
  return {
    original: head + withParts(own ?? skeleton(), byPage),
    former: `${former.replace(/\n{3,}/g, "\n\n").replace(/\n+$/, "")}\n`,
  };
};
