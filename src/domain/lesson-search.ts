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

/** A page that contains every word of the query. */
export interface PageHit {
  readonly lesson_id: number | string;
  readonly language: string;
  readonly page: number;
  /** The titles of the lesson and the page, folded. */
  readonly head: string;
  /** Truthy if the page contains the words in sequence, as in the query. */
  readonly phrase: unknown;
}

/** 0 for titles that start with the query, 1 for those with all of its words, 2 for others. */
export const titleRank = (head: string, { wanted, words }: SearchQuery): 0 | 1 | 2 => {
  if (head.startsWith(wanted)) return 0;
  return words.every((word) => head.includes(word)) ? 1 : 2;
};

/**
 * Pages whose titles start with the query come first, then those with all words in the titles, then
 * those with the words in sequence, then the rest.
 */
const rankOf = ({ head, phrase }: PageHit, search: SearchQuery): number => {
  const rank = titleRank(head, search);
  return rank < 2 || phrase ? rank : 3;
};

/** Sorts the best hits first. Equal ones keep their order. */
export const inRankOrder = <Hit extends PageHit>(
  hits: Iterable<Hit>,
  search: SearchQuery,
): Hit[] => {
  // A search may find thousands, so each is ranked once.
  const ranks: Hit[][] = [[], [], [], []];
  for (const hit of hits) ranks[rankOf(hit, search)]?.push(hit);
  return ranks.flat();
};

/** The best hit of each lesson, by lesson id. A hit in the requested language is preferred. */
export const bestHitByLesson = <Hit extends PageHit>(
  hits: Iterable<Hit>,
  search: SearchQuery,
  language: string,
): Map<Hit["lesson_id"], Hit> => {
  const best = new Map<Hit["lesson_id"], Hit>();
  for (const hit of hits) {
    const known = best.get(hit.lesson_id);
    best.set(hit.lesson_id, known && !isBetter(hit, known, search, language) ? known : hit);
  }
  return best;
};

const isBetter = (a: PageHit, b: PageHit, search: SearchQuery, language: string): boolean => {
  const inLanguage = Number(b.language === language) - Number(a.language === language);
  return (inLanguage || rankOf(a, search) - rankOf(b, search) || a.page - b.page) < 0;
};
