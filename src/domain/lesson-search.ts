import { foldText } from "./search-text.ts";
import { titleIn } from "./translated.ts";

// Each matches wherever it begins, so that a text is read once, whatever it is.
const INLINE =
  /<\/?(?:a|abbr|b|bdi|code|dfn|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u)\b[^>]*>?/g;
const TAG = /<[^>]*>?/g;

/** The end of elements without a full stop: their text needs a separator from the following one. */
const WITHOUT_FULL_STOP = /<\/(?:caption|dt|figcaption|h\d|t[dh])>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const decoded = (entity: string, name: string): string => {
  if (!name.startsWith("#")) return ENTITIES[name] ?? entity;
  const hex = /#x/i.test(name);
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
};

/**
 * Converts a lesson's HTML to one line of text, for searching. It expects the HTML of our own
 * compiler. The result is not safe as HTML.
 */
export const plainText = (html: string): string =>
  html
    .replace(INLINE, "")
    .replace(WITHOUT_FULL_STOP, " · ")
    .replace(TAG, " ")
    .replace(/&(#?\w+);/g, decoded)
    .replace(/\s+/g, " ")
    // Empty cells leave several separators behind.
    .replace(/([.:;,!?…·])(?: ·)+/g, "$1")
    .replace(/^[ ·]+|(?<![ ·])[ ·]+$/g, "");

export interface PageText {
  language: string;
  /** From 1. */
  page: number;
  /** The titles of lesson and page, folded. */
  head: string;
  /** Titles and text, folded. */
  folded: string;
  /** The text to quote from. */
  body: string;
}

interface LessonTexts {
  readonly title: Readonly<Record<string, string>>;
  readonly html?: {
    readonly languages: Readonly<
      Record<
        string,
        { readonly pages: readonly { readonly title: string; readonly html: string }[] }
      >
    >;
  } | null;
}

/** The searchable texts of all pages of a lesson, in all of its languages. */
export const pageTexts = (lesson: LessonTexts): PageText[] =>
  Object.entries(lesson.html?.languages ?? {}).flatMap(([language, { pages }]) =>
    pages.map((page, index) => {
      const title = titleIn(lesson.title, language);
      const body = plainText(page.html);
      const head = foldText(`${title} ${page.title}`);
      return { language, page: index + 1, head, folded: `${head}\n${foldText(body)}`, body };
    }),
  );

/** The largest number of lessons that a search returns at once. */
export const MAX_RESULTS = 30;
/** Further words of a query are ignored. */
const MAX_WORDS = 8;

/** A query, folded by `foldText`: as a whole and as words. */
export interface SearchQuery {
  readonly wanted: string;
  readonly words: readonly string[];
}

/** Folds a query and splits it into words. */
export const parseSearchQuery = (q: string): SearchQuery => {
  const wanted = foldText(q);
  return { wanted, words: wanted.split(" ").filter(Boolean).slice(0, MAX_WORDS) };
};

/**
 * How well a page matches. 0: its titles start with the query. 1: they have all words. 2: the page
 * has the words in sequence. 3: it has them anywhere.
 */
export type Rank = 0 | 1 | 2 | 3;

/** A page that contains every word of the query. */
export interface PageHit {
  readonly lesson_id: number | string;
  readonly language: string;
  readonly page: number;
  readonly rank: Rank;
}

/**
 * The rank of a page that contains every word of the query.
 * @param head the titles of the lesson and the page, folded
 * @param folded all of its text, folded
 */
export const rankOf = (head: string, folded: string, { wanted, words }: SearchQuery): Rank => {
  if (head.startsWith(wanted)) return 0;
  if (words.every((word) => head.includes(word))) return 1;
  return folded.includes(wanted) ? 2 : 3;
};

/** Sorts the best hits first. Equal ones keep their order. */
export const inRankOrder = <Hit extends PageHit>(hits: Iterable<Hit>): Hit[] => {
  const ranks: [Hit[], Hit[], Hit[], Hit[]] = [[], [], [], []];
  for (const hit of hits) ranks[hit.rank].push(hit);
  return ranks.flat();
};

/** The best hit of each lesson, by lesson id. A hit in the requested language is preferred. */
export const bestHitByLesson = <Hit extends PageHit>(
  hits: Iterable<Hit>,
  language: string,
): Map<Hit["lesson_id"], Hit> => {
  const best = new Map<Hit["lesson_id"], Hit>();
  for (const hit of hits) {
    const before = best.get(hit.lesson_id);
    if (!before || isBetter(hit, before, language)) best.set(hit.lesson_id, hit);
  }
  return best;
};

const isBetter = (a: PageHit, b: PageHit, language: string): boolean => {
  const inLanguage = Number(b.language === language) - Number(a.language === language);
  return (inLanguage || a.rank - b.rank || a.page - b.page) < 0;
};
