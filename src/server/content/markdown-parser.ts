import MarkdownIt, { type StateBlock, type Token } from "markdown-it";

/** The token type of an `@part` line. `content` holds the text after the word. */
export const PART_TOKEN = "part";

/** The token type of a picture or video. `content` holds its final markup. */
export const MEDIA_TOKEN = "media";

/**
 * HTML is parsed so that it can be reported with its line. It never reaches the output, because the
 * renderer escapes it.
 */
const parser = new MarkdownIt({ html: true, linkify: false, typographer: false });

// Accepts every link. The resolver validates destinations because it can report what is wrong.
parser.normalizeLink = (destination) => destination;
parser.validateLink = () => true;

const { parseLinkDestination } = parser.helpers;

/** Allows `(term:bust point)` without angle brackets, because many terms have several words. */
parser.helpers.parseLinkDestination = (text, start, end) => {
  const term = /^term:[^()<>\n]*(?=\))/.exec(text.slice(start, end))?.[0];
  if (term === undefined) return parseLinkDestination(text, start, end);
  return { ok: true, pos: start + term.length, str: term.trimEnd() };
};

const partLine = (state: StateBlock, line: number, _end: number, silent: boolean): boolean => {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const found = /^@part\b(.*)$/.exec(state.src.slice(start, state.eMarks[line]));
  if (!found) return false;
  if (silent) return true;
  const token = state.push(PART_TOKEN, "", 0);
  token.content = (found[1] ?? "").trim();
  token.map = [line, line + 1];
  state.line = line + 1;
  return true;
};

parser.block.ruler.before("paragraph", PART_TOKEN, partLine, {
  alt: ["paragraph", "reference", "blockquote", "list"],
});

/** What may begin a link, a picture or HTML, and is looked for its end in the whole paragraph. */
const OPENERS = /[[<]/g;

/** The most openers times characters of all paragraphs of a text: about a second. Texts of people need a hundredth. */
const MAX_INLINE_COST = 30_000_000;

/** Leaves out paragraphs whose markup would take quadratic time. */
parser.core.ruler.before("inline", "bounded", ({ tokens, env }) => {
  let cost = 0;
  for (const token of tokens) {
    if (token.type !== "inline") continue;
    const { length } = token.content;
    cost += length * (token.content.match(OPENERS)?.length ?? 0);
    if (cost <= MAX_INLINE_COST) continue;
    env.intricate ??= token.map?.[0] ?? 0;
    token.content = "";
  }
});

const InlineState = parser.inline.State;

/** Inline tokens have no line of their own, so this records the line that each starts on. */
parser.inline.State = class extends InlineState {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting);
    token.map = this.#here();
    return token;
  }

  override pushPending(): Token {
    const token = super.pushPending();
    token.map = this.#here();
    return token;
  }

  /** The offsets of its line feeds, searched once. */
  #feeds: number[] | undefined;
  #line = 0;

  #here(): [number, number] {
    this.#feeds ??= Array.from(this.src.matchAll(/\n/g), ({ index }) => index);
    while ((this.#feeds[this.#line - 1] ?? -1) >= this.pos) this.#line -= 1;
    while ((this.#feeds[this.#line] ?? this.pos) < this.pos) this.#line += 1;
    return [this.#line, this.#line + 1];
  }
};

export const { escapeHtml } = parser.utils;

const escaped = (tokens: Token[], index: number): string =>
  escapeHtml(tokens[index]?.content ?? "");

parser.renderer.rules.html_block = escaped;
parser.renderer.rules.html_inline = escaped;
parser.renderer.rules[PART_TOKEN] = () => "";
parser.renderer.rules[MEDIA_TOKEN] = (tokens, index) => tokens[index]?.content ?? "";

/**
 * Parses Markdown. `map` of an inline token holds its line within its block.
 * @returns the tokens, the labels of the addresses that the text defines for its links, and the line, from 0, from
 * which paragraphs were left out that would take too long; null: all were read
 */
export const parseMarkdown = (
  text: string,
): { tokens: Token[]; labels: string[]; intricate: number | null } => {
  const env: Parameters<typeof parser.parse>[1] & { intricate?: number } = {};
  const tokens = parser.parse(text, env);
  const { references = {}, intricate = null } = env;
  return { tokens, labels: Object.keys(references), intricate };
};

/** Renders tokens whose links and pictures have been resolved. */
export const renderTokens = (tokens: Token[]): string =>
  parser.renderer.render(tokens, parser.options, {}).trim();

export const plainText = (tokens: Token[]): string =>
  parser.renderer.renderInlineAsText(tokens, parser.options, {}).replace(/\s+/g, " ").trim();
