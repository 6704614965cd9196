import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { SentAnswer } from "../../contract/call.ts";
import { MAX_SEARCH_LENGTH, type searchLessons } from "../../contract/search.ts";
import {
  bestHitByLesson,
  inRankOrder,
  MAX_RESULTS,
  type PageHit,
  parseSearchQuery,
  type SearchQuery,
} from "../../domain/lesson-search.ts";
import { excerptAround } from "../../domain/matched-text.ts";
import { chunks } from "../../lib/chunks.ts";
import { memoize } from "../../lib/memoize.ts";
import type { Reader } from "../accounts/session/access.ts";
import type { Catalogue, CatalogueLesson, CatalogueProduct } from "../content/catalogue.ts";
import type { Tables } from "../db/schema.ts";
import { formatCursor, pageLimit, pageStart, required } from "../page.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { readerState } from "./reading.ts";
import { findPages, MAX_TOKEN_LENGTH, pagesContaining } from "./search-index.ts";

export interface Page {
  readonly id: number;
  readonly language: string;
  /** From 1. */
  readonly page: number;
  readonly entry: CatalogueLesson;
  /** The place of the lesson in its product. */
  readonly place: number;
}

/** The lessons that match a query, for all readers. */
interface FoundPages {
  /** The best page of each, best first, ties in the product's order. */
  readonly pages: readonly Page[];
  /** The cached texts around the matches, by page id; at most `MAX_QUOTED`. */
  readonly excerpts: Map<number, string>;
}

interface Hit extends PageHit {
  readonly found: Page;
}

type Pages = ReadonlyMap<CatalogueProduct, ReadonlyMap<number, Page>>;

const ROWS_AT_ONCE = 1000;
/** Texts that are searched before other requests get a turn. */
const TEXTS_AT_ONCE = 100;
/** The maximum number of searches that run at the same time. */
const SEARCHES_AT_ONCE = 4;
/** The size of the cache for repeated searches. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/**
 * The excerpts that are cached with a query: two pages of results, because few people read more.
 */
const MAX_QUOTED = 60;
/** Approximate memory of a query without results, of each lesson, and of each excerpt. */
const BYTES = { query: 1000, lesson: 8, excerpt: 400 } as const;

const isLong = (word: string): boolean => word.length > MAX_TOKEN_LENGTH;

/** Creates a semaphore for `most` tasks at a time. Gives the event loop a turn before each task. */
const createSemaphore = (most: number) => {
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

/** All pages by product, without their texts. */
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

/** The hits whose pages contain a text, also as a part of a word. */
const containing = async (
  db: Kysely<Tables>,
  hits: readonly Hit[],
  text: string,
): Promise<Hit[]> => {
  const ids = new Set<number>();
  for (const some of chunks(hits, TEXTS_AT_ONCE)) {
    const found = await pagesContaining(
      db,
      some.map((hit) => hit.found.id),
      text,
    );
    for (const id of found) ids.add(id);
    await nextTurn();
  }
  return hits.filter(({ found }) => ids.has(found.id));
};

/**
 * The best page of each lesson that matches. The index finds and ranks the pages. Their texts are
 * only searched for words that are longer than the index's tokens.
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
 * Searches the pages of one version of the content. Caches results, because a class searches for
 * the same words.
 */
const createPageSearch = (db: Kysely<Tables>, catalogue: Catalogue) => {
  const inTurn = createSemaphore(SEARCHES_AT_ONCE);
  const results = new LRUCache<string, Promise<FoundPages>>({ maxSize: MAX_KEPT_BYTES });
  let pages: Promise<Pages> | null = null;

  const allPages = (): Promise<Pages> => {
    pages ??= readPages(db, catalogue).catch((reason) => {
      pages = null;
      throw reason;
    });
    return pages;
  };

  return (product: CatalogueProduct, query: SearchQuery, language: string): Promise<FoundPages> => {
    const key = `${product.key}\n${language}\n${query.wanted}`;
    const present = results.get(key);
    if (present) return present;
    const searching = inTurn(async () => {
      const known = (await allPages()).get(product) ?? new Map<number, Page>();
      return findLessons(db, known, query, language);
    });
    const keep = (lessons: number) => {
      const excerpts = Math.min(lessons, MAX_QUOTED) * BYTES.excerpt;
      const size = BYTES.query + 2 * key.length + lessons * BYTES.lesson + excerpts;
      results.set(key, searching, { size });
    };
    // The same search meanwhile waits for the same result.
    keep(0);
    searching.then(
      (found) => keep(found.pages.length),
      () => results.delete(key),
    );
    return searching;
  };
};

type Query = Readonly<Partial<Record<"q" | "language" | "before" | "limit", string>>>;
type Answer = SentAnswer<typeof searchLessons>;

/** No language has a longer name. */
const MAX_LANGUAGE_LENGTH = 35;

/**
 * Creates the search in the lessons of a product: those that contain every word of the query and
 * that the reader may open, best match first, ties in the product's order.
 * @returns a function that throws an HttpProblem 422 for a query that is missing or too long
 */
export const createProductSearch = (services: Services) => {
  const { read } = services.database;
  /** Results are dropped with the content that they are from. */
  const searchIn = memoize((catalogue: Catalogue) => createPageSearch(read, catalogue));

  /** The texts around the matches, by page id, for the pages that are sent. */
  const quote = async (
    pages: readonly Page[],
    { excerpts }: FoundPages,
    wanted: string,
  ): Promise<ReadonlyMap<number, string>> => {
    const missing = pages.filter(({ id }) => !excerpts.has(id)).map(({ id }) => id);
    if (missing.length === 0) return excerpts;
    const rows = await read
      .selectFrom("lesson_text")
      .select(["id", "body"])
      .where("id", "in", missing)
      .execute();
    const made = new Map(excerpts);
    for (const { id, body } of rows) {
      const excerpt = excerptAround(body, wanted);
      made.set(id, excerpt);
      if (excerpts.size < MAX_QUOTED) excerpts.set(id, excerpt);
    }
    return made;
  };

  return async (query: Query, reader: Reader, product: CatalogueProduct): Promise<Answer> => {
    const q = required(query, "q");
    if (q.length > MAX_SEARCH_LENGTH)
      throw invalid("q", `must have at most ${MAX_SEARCH_LENGTH} characters`);
    const language = (query.language ?? services.catalogue.current.language).slice(
      0,
      MAX_LANGUAGE_LENGTH,
    );
    const limit = Math.min(pageLimit(query), MAX_RESULTS);
    const from = pageStart(query, "id")?.[0] ?? 0;
    const search = parseSearchQuery(q);
    if (search.words.length === 0) return { results: [], cursor: null };
    const found = await searchIn(services.catalogue.current)(product, search, language);
    const reading = await readerState(services, read, reader);
    const isOpen = reading.opensIn(product);
    const open: Page[] = [];
    for (const page of found.pages) {
      if (isOpen(page.place) && open.push(page) > from + limit) break;
    }
    const sent = open.slice(from, from + limit);
    const excerpts = await quote(sent, found, search.wanted);
    return {
      results: sent.map(({ id, entry, page, language: foundIn }) => ({
        lesson_id: entry.lesson.dbid,
        key: entry.lesson.key,
        page,
        language: foundIn,
        excerpt: excerpts.get(id) ?? "",
      })),
      cursor: open.length > from + limit ? formatCursor(from + limit) : null,
    };
  };
};
