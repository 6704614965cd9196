import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { type SearchQuery, titleRank } from "../../../domain/lesson-search.ts";
import type { Tables } from "../../db/schema.ts";
import { findPages, MAX_TOKEN_LENGTH, pagesContaining } from "../../db/search-index.ts";
import type { Catalogue, CatalogueLesson, CatalogueProduct } from "../catalogue.ts";

/** A page of a lesson. */
export interface Page {
  readonly id: number;
  readonly language: string;
  /** From 1. */
  readonly page: number;
  /** The titles of the lesson and the page, folded. */
  readonly head: string;
  readonly entry: CatalogueLesson;
  /** The place of the lesson in its product. */
  readonly place: number;
}

/**
 * The page of a lesson that matches, or several; of these the first one is shown unless another has
 * the phrase. Thousands of them are kept, so one page has no list around it.
 */
type FoundLesson = Page | readonly Page[];

const pagesIn = (lesson: FoundLesson): readonly Page[] => ("id" in lesson ? [lesson] : lesson);

const firstIn = (lesson: FoundLesson): Page => ("id" in lesson ? lesson : (lesson[0] as Page));

/** The lessons that match a query, whoever may read them, in the product's order. */
export interface FoundLessons {
  /** By the rank of their titles: see `titleRank`. */
  readonly byTitle: readonly [FoundLesson[], FoundLesson[], FoundLesson[]];
  /** Whether a page contains the words in sequence, where that is known. Null: all of them do. */
  readonly phrases: Map<number, boolean> | null;
  readonly wanted: string;
  /** The texts around the matches that were asked for, by page id. */
  readonly excerpts: Map<number, string>;
}

const ROWS_AT_ONCE = 1000;
/** Texts that are looked through without a break for other requests. */
const TEXTS_AT_ONCE = 100;
/** Lessons whose texts are looked through at once: a page of results and some more. */
const LESSONS_AT_ONCE = 50;
/** The lessons in the results that are kept for repeated searches, of all queries. */
const MAX_KEPT = 500_000;

const isLong = (word: string): boolean => word.length > MAX_TOKEN_LENGTH;

/** The titles of all pages by product, without the texts. They are as many as the content has. */
const readPages = async (
  db: Kysely<Tables>,
  catalogue: Catalogue,
): Promise<Map<CatalogueProduct, Map<number, Page>>> => {
  const places = new Map(
    [...catalogue.products.values()].flatMap((product) =>
      [...product.lessons.values()].map((entry, place) => [entry.lesson.dbid, { entry, place }]),
    ),
  );
  const pages = new Map<CatalogueProduct, Map<number, Page>>();
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("lesson_text")
      .select(["id", "lesson_id", "language", "page", "head"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const placed = places.get(row.lesson_id);
      if (!placed) continue;
      const { product } = placed.entry;
      const known = pages.get(product) ?? new Map<number, Page>();
      const { id, language, page, head } = row;
      pages.set(product, known.set(id, { id, language, page, head, ...placed }));
    }
    const end = rows.at(-1);
    if (!end) return pages;
    last = end.id;
    await nextTurn();
  }
};

/** Those of some pages that contain a text, whatever is before and after it. */
const containing = async (
  db: Kysely<Tables>,
  pages: readonly Page[],
  text: string,
): Promise<Set<number>> => {
  const found = new Set<number>();
  for (let from = 0; from < pages.length; from += TEXTS_AT_ONCE) {
    if (from > 0) await nextTurn();
    const ids = pages.slice(from, from + TEXTS_AT_ONCE).map(({ id }) => id);
    for (const id of await pagesContaining(db, ids, text)) found.add(id);
  }
  return found;
};

/** The best pages of a lesson: in the language if there are any, then by their titles. */
const bestPages = (pages: Page[], search: SearchQuery, language: string): Page[] => {
  const translated = pages.filter((page) => page.language === language);
  const candidates = translated.length > 0 ? translated : pages;
  const ranks = candidates.map(({ head }) => titleRank(head, search));
  const best = Math.min(...ranks);
  return candidates.filter((_, at) => ranks[at] === best).sort((a, b) => a.page - b.page);
};

/**
 * Finds the lessons that match a query. They are found by the index; texts are only looked through
 * for words that are longer than those in the index.
 */
const findLessons = async (
  db: Kysely<Tables>,
  known: ReadonlyMap<number, Page>,
  search: SearchQuery,
  language: string,
): Promise<FoundLessons> => {
  const { wanted, words } = search;
  let pages: Page[] = [];
  for (const id of await findPages(db, words)) {
    const page = known.get(id);
    if (page) pages.push(page);
  }
  for (const word of words.filter(isLong)) {
    const whole = await containing(db, pages, word);
    pages = pages.filter(({ id }) => whole.has(id));
  }
  // An import numbers them in this order.
  const isSorted = pages.every(({ place }, at) => place >= (pages[at - 1]?.place ?? 0));
  if (!isSorted) pages.sort((a, b) => a.place - b.place);
  const byTitle: FoundLessons["byTitle"] = [[], [], []];
  for (let from = 0; from < pages.length; ) {
    let to = from + 1;
    while (pages[to]?.place === pages[from]?.place) to += 1;
    const alone = to - from === 1 ? pages[from] : undefined;
    const lesson = alone ?? bestPages(pages.slice(from, to), search, language);
    byTitle[titleRank(firstIn(lesson).head, search)].push(lesson);
    from = to;
  }
  // A page that contains a single word contains the query.
  return { byTitle, wanted, phrases: wanted === words[0] ? null : new Map(), excerpts: new Map() };
};

/**
 * The best page of each lesson that is open, best first. Those without the words in sequence come
 * last, so texts are looked through for it, but no further than somebody reads on.
 */
export async function* inRankOrder(
  db: Kysely<Tables>,
  { byTitle: [starting, titled, rest], phrases, wanted }: FoundLessons,
  isOpen: (entry: CatalogueLesson) => boolean,
): AsyncGenerator<Page> {
  const open = (lesson: FoundLesson) => isOpen(firstIn(lesson).entry);
  for (const lesson of [...starting, ...titled]) if (open(lesson)) yield firstIn(lesson);
  const scattered: Page[] = [];
  let some: FoundLesson[] = [];
  const look = async function* (): AsyncGenerator<Page> {
    const unknown = phrases ? some.flatMap(pagesIn).filter(({ id }) => !phrases.has(id)) : [];
    const having = await containing(db, unknown, wanted);
    for (const { id } of unknown) phrases?.set(id, having.has(id));
    for (const lesson of some) {
      const phrase = phrases ? pagesIn(lesson).find(({ id }) => phrases.get(id)) : firstIn(lesson);
      if (phrase) yield phrase;
      else scattered.push(firstIn(lesson));
    }
    some = [];
  };
  for (const lesson of rest) {
    if (open(lesson)) some.push(lesson);
    if (some.length >= LESSONS_AT_ONCE) yield* look();
  }
  yield* look();
  yield* scattered;
}

type Pages = Awaited<ReturnType<typeof readPages>>;
type Results = LRUCache<string, FoundLessons>;

/**
 * Searches the pages of the content. Results are kept, because a class searches for the same words,
 * and are dropped with the content that they are from.
 */
export const createPageSearch = (db: Kysely<Tables>) => {
  const pagesOf = new WeakMap<Catalogue, Promise<Pages>>();
  const resultsOf = new WeakMap<Catalogue, Results>();

  const pages = (catalogue: Catalogue): Promise<Pages> => {
    const present = pagesOf.get(catalogue);
    if (present) return present;
    const coming = readPages(db, catalogue);
    pagesOf.set(catalogue, coming);
    coming.catch(() => pagesOf.delete(catalogue));
    return coming;
  };

  const results = (catalogue: Catalogue): Results => {
    const present = resultsOf.get(catalogue);
    if (present) return present;
    const empty: Results = new LRUCache({ maxSize: MAX_KEPT });
    resultsOf.set(catalogue, empty);
    return empty;
  };

  return async (
    catalogue: Catalogue,
    product: CatalogueProduct,
    search: SearchQuery,
    language: string,
  ): Promise<FoundLessons> => {
    const kept = results(catalogue);
    const key = `${product.key}\n${language}\n${search.wanted}`;
    const present = kept.get(key);
    if (present) return present;
    const known = (await pages(catalogue)).get(product) ?? new Map<number, Page>();
    const found = await findLessons(db, known, search, language);
    kept.set(key, found, {
      size: 1 + found.byTitle.reduce((sum, { length }) => sum + length, 0),
    });
    return found;
  };
};
