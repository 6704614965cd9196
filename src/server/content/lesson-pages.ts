import type { Token } from "markdown-it";
import { HTML_LIMITS } from "../../lib/html-limits.ts";
import { lintMarkdown } from "./lint-markdown.ts";
import { PART_TOKEN, parseMarkdown, plainText, renderTokens } from "./markdown-parser.ts";
import { resolveTokens } from "./markdown-resolve.ts";
import type { Report } from "./problem-list.ts";
import type { References } from "./references.ts";
import type { MarkdownText } from "./yaml-field.ts";

const TAG = /<(\/?)(\w+)\b[^<>]*>/g;
const WITHOUT_END = new Set(["br", "hr", "img"]);
const MARKS = new RegExp(`\\p{M}{${HTML_LIMITS.marks}}`, "u");

const HEADING = { code: "page/heading" } as const;
const TOO_MUCH = { code: "text/too-much" } as const;

/** The elements that the app's parser adds around and beside a text. */
const AROUND = 2;

/**
 * The limit of `HTML_LIMITS` that a text exceeds, as the end of a message; null if it can be shown.
 * @param html as the Markdown renderer writes it, with all end tags, and with each `<` of the text
 * escaped
 */
const exceededLimit = (html: string): string | null => {
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

interface PartLine {
  key: string;
  line: number;
}

export interface DraftPage {
  title: string;
  /** The line of its heading. */
  line: number;
  html: string;
  parts: PartLine[];
}

interface OpenPage extends Omit<DraftPage, "html"> {
  tokens: Token[];
}

/** Whether a token begins a heading of level 1. */
export const isTopHeading = (token: Token): boolean =>
  token.type === "heading_open" && token.tag === "h1";

/** The parts of each page; a translation with fewer pages has the rest of them on its last one. */
export const onPages = <Part>(parts: readonly (readonly Part[])[], pages: number): Part[][] =>
  Array.from({ length: pages }, (_, at) =>
    parts.slice(at, at === pages - 1 ? undefined : at + 1).flat(),
  );

const PLAIN = new Set(["text", "code_inline", "softbreak", "em_open", "em_close"]);
const isPlain = (token: Token): boolean => PLAIN.has(token.type) || token.tag === "strong";

const openPage = (heading: Token | undefined, line: number, report: Report): OpenPage => {
  const words = heading?.children ?? [];
  const title = plainText(words);
  if (title === "") {
    report(line, "A page needs a heading with text.", HEADING);
  }
  if (!words.every(isPlain)) {
    report(line, "The heading of a page cannot contain links or pictures.", HEADING);
  }
  return { title, line, tokens: [], parts: [] };
};

const readPart = (token: Token, line: number, report: Report): PartLine | null => {
  if (/^\S+$/.test(token.content)) return { key: token.content, line };
  report(line, "This line must be @part and the key of one lesson.", { code: "part/misplaced" });
  return null;
};

/** Renders tokens, and reports HTML that is too large for a browser. */
const render = (tokens: Token[], line: number, report: Report): string => {
  const html = renderTokens(tokens);
  const excess = exceededLimit(html);
  if (excess) report(line, `This text has too many ${excess}: the app cannot show it.`, TOO_MUCH);
  return html;
};

/** Parses a text and resolves its references. Reports errors, and warns of probable mistakes. */
const parse = (source: MarkdownText, references: References, report: Report): Token[] => {
  const { tokens, labels, intricate } = parseMarkdown(source.text);
  if (intricate !== null) {
    report(
      source.lineAt(intricate),
      "This paragraph has too many [ and < for its length: divide it.",
      TOO_MUCH,
    );
  }
  lintMarkdown(source.text, tokens, labels, (line, message, code) =>
    report(source.lineAt(line), message, { code }),
  );
  resolveTokens(tokens, references, (line, message, mark) =>
    report(source.lineAt(line), message, mark),
  );
  return tokens;
};

/**
 * Splits a lesson's text into pages: each heading of level 1 starts one.
 * @param report takes line numbers of the file, from 1
 * @param whenEmpty what a text without any is: a translation is left out, and so is an original that has one
 */
export const readPages = (
  source: MarkdownText,
  references: References,
  report: Report,
  whenEmpty: "text/missing" | "text/not-first" | "translation/empty" = "text/missing",
): DraftPage[] => {
  const empty = { code: whenEmpty, values: { name: "text" } } as const;
  const tokens = parse(source, references, report);
  const pages: OpenPage[] = [];
  const outside: number[] = [];
  let line = source.lineAt(0);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token) continue;
    if (token.map) line = source.lineAt(token.map[0]);
    const page = pages.at(-1);
    if (isTopHeading(token)) {
      if (token.level === 0) {
        pages.push(openPage(tokens[index + 1], line, report));
        index += 2;
        continue;
      }
      const message = "A heading of level 1 starts a page: it cannot be in a list or quotation.";
      report(line, message, HEADING);
    }
    if (!page) outside.push(line);
    else {
      page.tokens.push(token);
      const part = token.type === PART_TOKEN ? readPart(token, line, report) : null;
      if (part) page.parts.push(part);
    }
  }

  if (outside[0] !== undefined) {
    const message = "This text comes before the first heading of level 1, so it is on no page.";
    report(outside[0], message, { code: "page/outside" });
  } else if (pages.length === 0) {
    report(line, "This text has no page: start one with a heading of level 1.", empty);
  }
  const drafts = pages.map(({ tokens: own, ...page }) => ({
    ...page,
    html: render(own, page.line, report),
  }));
  const bare = drafts.filter(({ html, parts }) => html === "" && parts.length === 0);
  for (const { line: at } of bare) {
    const mark = bare.length === drafts.length ? empty : ({ code: "page/empty" } as const);
    report(at, "This page has a heading and nothing else.", mark);
  }
  return drafts;
};

/** Renders a text without pages: an answer, a definition or an instruction. */
export const readFragment = (
  source: MarkdownText,
  references: References,
  report: Report,
): string => {
  const tokens = parse(source, references, report);
  for (const token of tokens) {
    const line = source.lineAt(token.map?.[0] ?? 0);
    if (isTopHeading(token)) {
      report(line, "Headings start at level 2 here: ## and below.", HEADING);
    }
    if (token.type === PART_TOKEN) {
      report(line, "@part is allowed only in a main lesson.", { code: "part/misplaced" });
    }
  }
  return render(tokens, source.lineAt(0), report);
};
