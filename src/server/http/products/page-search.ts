import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import {
  bestHitByLesson,
  inRankOrder,
  type PageHit,
  type SearchQuery,
} from "../../../domain/lesson-search.ts";
import type { Tables } from "../../db/schema.ts";
import { findPages, MAX_TOKEN_LENGTH, pagesContaining } from "../../db/search-index.ts";
import type { Catalogue, CatalogueLesson, CatalogueProduct } from "../catalogue.ts";

/** A page of a lesson. */
export interface Page {
  readonly id: number;
  readonly language: string;
  /** From 1. */
  readonly page: number;
  readonly entry: CatalogueLesson;
  /** The place of the lesson in its product. */
  readonly place: number;
}

/** The lessons that match a query, whoever may read them. */
export interface FoundPages {
  /** The best page of each, best first, ties in the product's order. */
  readonly pages: readonly Page[];
  /** The texts around the matches that have been asked for, by page id; not more than `MAX_QUOTED`. */
  readonly excerpts: Map<number, string>;
}

interface Hit extends PageHit {
  readonly found: Page;
}

type Pages = ReadonlyMap<CatalogueProduct, ReadonlyMap<number, Page>>;

const ROWS_AT_ONCE = 1000;
/** Texts that are looked through without a break for other requests. */
const TEXTS_AT_ONCE = 100;
/** Searches that run at the same time. Other requests are answered between them. */
const SEARCHES_AT_ONCE = 4;
/** What is kept for repeated searches, of all queries. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** The excerpts that are kept with a query: two pages of results, as hardly anybody reads on. */
export const MAX_QUOTED = 60;
/** What a query without results takes, what each lesson adds, and each excerpt. */
const BYTES = { query: 1000, lesson: 8, excerpt: 400 } as const;

const isLong = (word: string): boolean => word.length > MAX_TOKEN_LENGTH;

/** Runs a few works at a time, and gives the event loop a turn before each. */
const createTurns = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      await nextTurn();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** All pages by product, without their texts. They are as many as the content has. */
const readPages = async (db: Kysely<Tables>, catalogue: Catalogue): Promise<Pages> => {
  const places = new Map(
    [...catalogue.products.values()].flatMap((product) =>
      [...product.lessons.values()].map((entry, place) => [entry.lesson.dbid, { entry, place }]),
    ),
  );
  const pages = new Map<CatalogueProduct, Map<number, Page>>();
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("lesson_text")
      .select(["id", "lesson_id", "language", "page"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, lesson_id, language, page } of rows) {
      const placed = places.get(lesson_id);
      if (!placed) continue;
      const { product } = placed.entry;
      const known = pages.get(product) ?? new Map<number, Page>();
      pages.set(product, known.set(id, { id, language, page, ...placed }));
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
  hits: readonly Hit[],
  text: string,
): Promise<Hit[]> => {
  const ids = new Set<number>();
  for (let from = 0; from < hits.length; from += TEXTS_AT_ONCE) {
    if (from > 0) await nextTurn();
    const some = hits.slice(from, from + TEXTS_AT_ONCE).map(({ found }) => found.id);
    for (const id of await pagesContaining(db, some, text)) ids.add(id);
  }
  return hits.filter(({ found }) => ids.has(found.id));
};

/**
 * The best page of each lesson that matches. The index finds and ranks them; texts are only looked
 * through for words that are longer than those in it.
 */
const findLessons = async (
  db: Kysely<Tables>,
  known: ReadonlyMap<number, Page>,
  query: SearchQuery,
  language: string,
): Promise<FoundPages> => {
  let hits: Hit[] = [];
  for (const [id, rank] of await findPages(db, query)) {
    const found = known.get(id);
    if (!found) continue;
    const { dbid } = found.entry.lesson;
    hits.push({ lesson_id: dbid, language: found.language, page: found.page, rank, found });
  }
  for (const word of query.words.filter(isLong)) hits = await containing(db, hits, word);
  // An import numbers them in this order.
  const isSorted = hits.every(({ found }, at) => found.place >= (hits[at - 1]?.found.place ?? 0));
  if (!isSorted) hits.sort((a, b) => a.found.place - b.found.place);
  const best = inRankOrder(bestHitByLesson(hits, language).values());
  return { pages: best.map(({ found }) => found), excerpts: new Map() };
};

/**
 * Searches the pages of one version of the content. Results are kept, because a class searches for
 * the same words.
 */
class ContentSearch {
  readonly #db: Kysely<Tables>;
  readonly #catalogue: Catalogue;
  readonly #inTurn = createTurns(SEARCHES_AT_ONCE);
  readonly #results = new LRUCache<string, Promise<FoundPages>>({ maxSize: MAX_KEPT_BYTES });
  #pages: Promise<Pages> | null = null;

  constructor(db: Kysely<Tables>, catalogue: Catalogue) {
    this.#db = db;
    this.#catalogue = catalogue;
  }

  find(product: CatalogueProduct, query: SearchQuery, language: string): Promise<FoundPages> {
    const key = `${product.key}\n${language}\n${query.wanted}`;
    const present = this.#results.get(key);
    if (present) return present;
    const coming = this.#inTurn(() => this.#look(product, query, language));
    const keep = (lessons: number) => {
      const excerpts = Math.min(lessons, MAX_QUOTED) * BYTES.excerpt;
      const size = BYTES.query + 2 * key.length + lessons * BYTES.lesson + excerpts;
      this.#results.set(key, coming, { size });
    };
    // Whoever searches for the same meanwhile waits for the same result.
    keep(0);
    coming.then(
      ({ pages }) => keep(pages.length),
      () => this.#results.delete(key),
    );
    return coming;
  }

  async #look(
    product: CatalogueProduct,
    query: SearchQuery,
    language: string,
  ): Promise<FoundPages> {
    const known = (await this.#allPages()).get(product) ?? new Map<number, Page>();
    return findLessons(this.#db, known, query, language);
  }

  #allPages(): Promise<Pages> {
    if (this.#pages) return this.#pages;
    const coming = readPages(this.#db, this.#catalogue);
    coming.catch(() => {
      this.#pages = null;
    });
    this.#pages = coming;
    return coming;
  }
}

/** Searches the pages of the content. What is kept is dropped with the content that it is from. */
export const createPageSearch = (db: Kysely<Tables>) => {
  const searches = new WeakMap<Catalogue, ContentSearch>();
  return (catalogue: Catalogue): ContentSearch => {
    const present = searches.get(catalogue);
    if (present) return present;
    const search = new ContentSearch(db, catalogue);
    searches.set(catalogue, search);
    return search;
  };
};
