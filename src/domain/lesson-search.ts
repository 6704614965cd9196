import { foldText } from "./search-text.ts";

/** So many lessons a search finds at most. */
export const MAX_RESULTS = 30;
/** More words than anybody means make the search no finer. */
const MAX_WORDS = 8;

/** What is searched for, folded: the whole, and its words. */
export interface WantedWords {
  readonly wanted: string;
  readonly words: readonly string[];
}

export const wantedWords = (q: string): WantedWords => {
  const wanted = foldText(q);
  return { wanted, words: wanted.split(" ").filter(Boolean).slice(0, MAX_WORDS) };
};

/** A page that has every word. */
export interface PageHit {
  readonly lesson_id: number | string;
  readonly language: string;
  readonly page: number;
  /** The titles, folded. */
  readonly head: string;
  /** Whether the words stand there one after another, as they were asked for. */
  readonly phrase: unknown;
}

/**
 * What starts with the query comes first, then what has its words in the titles, then what has
 * them one after another, then the rest.
 */
const rankOf = ({ head, phrase }: PageHit, { wanted, words }: WantedWords): number => {
  if (head.startsWith(wanted)) return 0;
  if (words.every((word) => head.includes(word))) return 1;
  return phrase ? 2 : 3;
};

/** Puts the best first. */
export const byRank =
  (search: WantedWords) =>
  (a: PageHit, b: PageHit): number =>
    rankOf(a, search) - rankOf(b, search);

/** Of the pages of each lesson the best, in the language asked for where it is found in that. */
export const bestOfEach = <Hit extends PageHit>(
  hits: Iterable<Hit>,
  search: WantedWords,
  language: string,
): Map<Hit["lesson_id"], Hit> => {
  const best = new Map<Hit["lesson_id"], Hit>();
  for (const hit of hits) {
    const known = best.get(hit.lesson_id);
    best.set(hit.lesson_id, known && !isBetter(hit, known, search, language) ? known : hit);
  }
  return best;
};

const isBetter = (a: PageHit, b: PageHit, search: WantedWords, language: string): boolean => {
  const inLanguage = Number(b.language === language) - Number(a.language === language);
  return (inLanguage || byRank(search)(a, b) || a.page - b.page) < 0;
};
