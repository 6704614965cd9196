import type { Token } from "markdown-it";
import type { RemarkCode } from "../../contract/remark.ts";

/** Warns of a line, from 0. */
type Warn = (line: number, message: string, code: RemarkCode) => void;

/**
 * Spaces that Markdown does not accept as such, for example the non-breaking space of some
 * keyboards.
 */
const GAP = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;
/** Characters that cannot be seen, such as the marks of a direction. */
const INVISIBLE = String.raw`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const MARKER = String.raw`(?:#{1,6}|[-*+]|\d{1,9}[.)])`;

const HIDDEN_MARKER = new RegExp(
  `^[ \\t]*([${GAP}${INVISIBLE}])[${GAP}${INVISIBLE} \\t]*${MARKER}\\s`,
);
const WIDE_GAP = new RegExp(`^${MARKER}([${GAP}${INVISIBLE}])`);

const codeOf = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Markers of the block that a line is in: of a quotation and of a list. */
const CONTAINERS = /^(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;

const AS_LIST = 'If this is a list, begin its lines with "- " or "1. ".';

/** Probable mistakes that one line of a paragraph shows. */
const RULES: readonly (readonly [RegExp, string, RemarkCode])[] = [
  [
    /^(?:#{1,6}[^#\s]|＃)/,
    'If this is a heading, write "#" and a space before it; if not, write "\\#".',
    "text/heading",
  ],
  [/^#{7,}\s/, 'A heading has at most six "#".', "text/heading"],
  [
    /^(?:[•◦▪▫‣⁃∙●○■・·＊＋－]|\d{1,2}[.)](?![ªº])\p{L}|[０-９]{1,2}[．.、)）])/u,
    AS_LIST,
    "text/list",
  ],
  [/^[@＠]\s*parts?\b/i, "A part is a line of its own: @part KEY.", "part/misplaced"],
  [/✎/u, "Words are still to be written here: ✎ stands in their place.", "text/unwritten"],
];

/** Probable mistakes that only several lines of a paragraph show. */
const REPEATED: readonly (readonly [RegExp, string, RemarkCode])[] = [
  [/^[-+][\p{L}\p{N}]/u, AS_LIST, "text/list"],
  [/^\*[\p{L}\p{N}][^*]*$/u, AS_LIST, "text/list"],
  [/^[–—−]\s*\S/, AS_LIST, "text/list"],
  [
    /^\|/,
    "If this is a table, write |---|---| below its first line, with a part for each column.",
    "text/table",
  ],
];

const lintParagraph = (lines: readonly string[], from: number, warn: Warn): void => {
  for (const [at, line] of lines.entries()) {
    const hidden = HIDDEN_MARKER.exec(line)?.[1];
    if (hidden) {
      const message = `${codeOf(hidden)}, which cannot be seen, begins this line: delete it.`;
      warn(from + at, message, "text/hidden-sign");
    } else if (at > 0 && /^[ \t]*\d{1,9}[.)][ \t]/.test(line)) {
      warn(
        from + at,
        "A list that does not begin with 1 needs a blank line before it.",
        "text/list",
      );
    }
  }
  const words = lines.map((line) => line.replace(CONTAINERS, ""));
  const said = new Set<string>();
  for (const [at, line] of words.entries()) {
    const gap = WIDE_GAP.exec(line)?.[1];
    const [, message, code] = gap
      ? ([
          WIDE_GAP,
          `${codeOf(gap)} is no space to Markdown: write a space in its place.`,
          "text/hidden-sign",
        ] as const)
      : (RULES.find(([pattern]) => pattern.test(line)) ?? []);
    if (!message || !code || said.has(message)) continue;
    said.add(message);
    warn(from + at, message, code);
  }
  for (const [pattern, message, code] of REPEATED) {
    const first = words.findIndex((line) => pattern.test(line));
    if (words.filter((line) => pattern.test(line)).length > 1) warn(from + first, message, code);
  }
};

/** Marks of bold text. `__` within a word is not one, and neither is a line to fill in. */
const STRONG = /\*\*|＊＊|(?<![\p{L}\p{N}_])__(?!_)|(?<!_)__(?![\p{L}\p{N}_])/u;

/** Warns of markup that Markdown has read as text. */
const lintInline = ({ content, children }: Token, warn: Warn): void => {
  for (const token of children ?? []) {
    if (token.type !== "text") continue;
    const line = token.map?.[0] ?? 0;
    const strong = STRONG.exec(token.content)?.[0];
    if (strong && !/\\[*_]/.test(content)) {
      const message = `"${strong}" is shown as it is: no space may stand between it and its words.`;
      warn(line, message, "text/as-written");
    }
    const other = /\[\[[^[\]]+\]\]|\[\^[^[\]\s]+\]/.exec(token.content)?.[0];
    if (other) {
      const message = `"${other.slice(0, 40)}" is shown as it is: there are no such links.`;
      warn(line, message, "text/as-written");
    }
  }
};

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** Warns of items that were meant to be inside the item above them. */
const lintNesting = (tokens: readonly Token[], lines: readonly string[], warn: Warn): void => {
  const last = new Map<number, { line: number; end: number }>();
  for (const { type, level, map } of tokens) {
    if (type !== "list_item_open" || !map) continue;
    const [line, end] = map;
    const above = last.get(level);
    last.set(level, { line, end });
    const text = lines[above?.line ?? 0] ?? "";
    if (!above || above.end !== line || indentOf(lines[line] ?? "") <= indentOf(text)) continue;
    const needed = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(text)?.[0].length ?? 0;
    if (needed === 0) continue;
    const message = `This is no part of the item above it: indent it by ${needed} spaces.`;
    warn(line, message, "text/list");
  }
};

const cellsIn = (row: string): number =>
  row
    .replace(CONTAINERS, "")
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/).length;

/** Warns of cells beyond the columns of a table, which are not shown. */
const lintTables = (tokens: readonly Token[], lines: readonly string[], warn: Warn): void => {
  let columns = 0;
  for (const { type, map } of tokens) {
    if (type === "table_open") columns = 0;
    if (type === "th_open") columns += 1;
    if (type !== "tr_open" || columns === 0 || !map) continue;
    const cells = cellsIn(lines[map[0]] ?? "");
    if (cells <= columns) continue;
    warn(
      map[0],
      `This row has ${cells} cells, the table ${columns} columns: the rest is not shown.`,
      "text/table",
    );
  }
};

const asLabel = (words: string): string => words.trim().replace(/\s+/g, " ").toUpperCase();

/** Warns of lines such as `[Note]: press`, which define an address for links and are not shown. */
const lintDefinitions = (labels: ReadonlySet<string>, text: string, warn: Warn): void => {
  if (labels.size === 0) return;
  const uses = new Map<string, number>();
  for (const [, words = ""] of text.matchAll(/\[([^[\]]+)\]/g)) {
    uses.set(asLabel(words), (uses.get(asLabel(words)) ?? 0) + 1);
  }
  for (const [at, line] of text.split("\n").entries()) {
    const label = asLabel(/^[ >]*\[([^[\]]+)\]:/.exec(line)?.[1] ?? "");
    if (!labels.has(label) || (uses.get(label) ?? 0) > 1) continue;
    const message = "This line is not shown, as a link could use it: write it in another way.";
    warn(at, message, "text/left-out");
  }
};

/**
 * Warns of text that Markdown reads differently than the author probably meant.
 * @param labels of the addresses that the text defines for its links
 */
export const lintMarkdown = (
  text: string,
  tokens: readonly Token[],
  labels: readonly string[],
  warn: Warn,
): void => {
  const lines = text.split("\n");
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    // Table cells have no line number, so their row's number is used.
    start = token.map?.[0] ?? start;
    const from = start;
    if (token.type === "code_block") {
      warn(from, "A line that begins with four spaces or a tab is shown as code.", "text/code");
    } else if (token.type === "heading_open" && /^[-=]/.test(token.markup)) {
      const line = token.markup[0]?.repeat(3);
      const message = `The line of ${line} below makes a heading of this: leave a blank line between.`;
      warn(from, message, "text/heading");
    }
    if (token.type !== "inline") continue;
    if (tokens[index - 1]?.type === "paragraph_open") {
      lintParagraph(lines.slice(from, token.map?.[1]), from, warn);
    }
    if (tokens[index - 2]?.type === "list_item_open" && /^\[[ xX]?\]\s/.test(token.content)) {
      const message = `"${token.content.slice(0, 3)}" is shown as it is: there are no boxes to tick.`;
      warn(from, message, "text/as-written");
    }
    lintInline(token, (line, ...said) => warn(from + line, ...said));
  }
  lintNesting(tokens, lines, warn);
  lintTables(tokens, lines, warn);
  lintDefinitions(new Set(labels.map(asLabel)), text, warn);
};
