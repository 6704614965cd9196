import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { bestHitByLesson, inRankOrder, type SearchQuery } from "../../../domain/lesson-search.ts";
import type { Tables } from "../../db/schema.ts";
import { findPages, MAX_TOKEN_LENGTH, pagesContaining } from "../../db/search-index.ts";
import type { Catalogue, CatalogueLesson, CatalogueProduct } from "../catalogue.ts";

/** A page that matches, and its place in the product. */
interface Page {
  readonly id: number;
  readonly lesson_id: number;
  readonly language: string;
  readonly page: number;
  readonly head: string;
  readonly entry: CatalogueLesson;
  /** The place of the lesson in its product. */
  readonly place: number;
}

/** A lesson that matches, with its best page. */
export interface FoundPage extends Page {
  readonly phrase: boolean;
  /** The text around the match; null before it was asked for. */
  excerpt: string | null;
}

const ROWS_AT_ONCE = 1000;
/** Texts that are looked through without a break for other requests. */
const TEXTS_AT_ONCE = 200;
/** The lessons in the results that are kept for repeated searches, of all queries. */
const MAX_KEPT = 50_000;

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
      pages.set(product, known.set(row.id, { ...row, ...placed }));
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

/**
 * The lessons that match a query, best first, whoever may read them. They are found by the index;
 * texts are only looked through for a phrase, and for words that are longer than those in the index.
 */
const findLessons = async (
  db: Kysely<Tables>,
  known: ReadonlyMap<number, Page>,
  search: SearchQuery,
  language: string,
): Promise<FoundPage[]> => {
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
  // A page that contains a single word contains the query.
  const phrases = wanted === words[0] ? null : await containing(db, pages, wanted);
  // Written out, because spreading thousands of objects takes longer than finding them.
  const hits = pages.map(
    (page): FoundPage => ({
      id: page.id,
      lesson_id: page.lesson_id,
      language: page.language,
      page: page.page,
      head: page.head,
      entry: page.entry,
      place: page.place,
      phrase: phrases === null || phrases.has(page.id),
      excerpt: null,
    }),
  );
  const best = [...bestHitByLesson(hits, search, language).values()];
  return inRankOrder(
    best.sort((a, b) => a.place - b.place),
    search,
  );
};

type Pages = Awaited<ReturnType<typeof readPages>>;
type Results = LRUCache<string, FoundPage[]>;

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
    const empty: Results = new LRUCache({ maxSize: MAX_KEPT, max: MAX_KEPT });
    resultsOf.set(catalogue, empty);
    return empty;
  };

  return async (
    catalogue: Catalogue,
    product: CatalogueProduct,
    search: SearchQuery,
    language: string,
  ): Promise<FoundPage[]> => {
    const kept = results(catalogue);
    const key = `${product.key}\n${language}\n${search.wanted}`;
    const present = kept.get(key);
    if (present) return present;
    const known = (await pages(catalogue)).get(product) ?? new Map<number, Page>();
    const found = await findLessons(db, known, search, language);
    kept.set(key, found, { size: found.length + 1 });
    return found;
  };
};
