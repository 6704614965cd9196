import { foldText } from "./search-text.ts";

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
    const known = best.get(hit.lesson_id);
    if (!known || isBetter(hit, known, language)) best.set(hit.lesson_id, hit);
  }
  return best;
};

const isBetter = (a: PageHit, b: PageHit, language: string): boolean => {
  const inLanguage = Number(b.language === language) - Number(a.language === language);
  return (inLanguage || a.rank - b.rank || a.page - b.page) < 0;
};
