import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_SEARCH_LENGTH } from "../../../contract/search.ts";
import { MAX_RESULTS, parseSearchQuery } from "../../../domain/lesson-search.ts";
import { excerptAround } from "../../../domain/matched-text.ts";
import type { CatalogueLesson, CatalogueProduct } from "../catalogue.ts";
import { formatCursor, pageLimit, pageStart } from "../page.ts";
import { invalid } from "../problem.ts";
import type { Reader } from "../reader.ts";
import { required } from "../route.ts";
import type { Services } from "../services.ts";
import { readerState } from "./reading.ts";
import { createPageSearch, type FoundLessons, inRankOrder, type Page } from "./searchable-pages.ts";

/** Searches that run at the same time. Other requests are answered between them. */
const SEARCHES_AT_ONCE = 4;

type Query = Readonly<Partial<Record<"q" | "language" | "before" | "limit", string>>>;

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

/**
 * Creates the search in the lessons of a product: those that contain every word of the query and
 * that the reader may open, best match first, ties in the product's order.
 * @returns a function that throws an HttpProblem 422 for a query that is missing or too long
 */
export const createProductSearch = (services: Services) => {
  const { read } = services.database;
  const findLessons = createPageSearch(read);
  const inTurn = createTurns(SEARCHES_AT_ONCE);

  /** The texts around the matches, by page id. They are kept with the results. */
  const quote = async (
    pages: readonly Page[],
    found: FoundLessons,
  ): Promise<Map<number, string>> => {
    const { excerpts, wanted } = found;
    const missing = pages.filter(({ id }) => !excerpts.has(id)).map(({ id }) => id);
    if (missing.length === 0) return excerpts;
    const rows = await read
      .selectFrom("lesson_text")
      .select(["id", "body"])
      .where("id", "in", missing)
      .execute();
    for (const { id, body } of rows) excerpts.set(id, excerptAround(body, wanted));
    return excerpts;
  };

  return async (query: Query, reader: Reader, product: CatalogueProduct) => {
    const q = required(query, "q");
    if (q.length > MAX_SEARCH_LENGTH)
      throw invalid("q", `must have at most ${MAX_SEARCH_LENGTH} characters`);
    const { language = "en" } = query;
    const limit = Math.min(pageLimit(query), MAX_RESULTS);
    const from = pageStart(query, "id")?.[0] ?? 0;
    const search = parseSearchQuery(q);
    if (search.words.length === 0) return { results: [], cursor: null };
    return inTurn(async () => {
      const found = await findLessons(services.catalogue.current, product, search, language);
      const reading = await readerState(services, read, reader);
      const isOpen = (entry: CatalogueLesson) => reading.accessProblem(entry) === null;
      const open: Page[] = [];
      for await (const page of inRankOrder(read, found, isOpen)) {
        open.push(page);
        if (open.length > from + limit) break;
      }
      const shown = open.slice(from, from + limit);
      const excerpts = await quote(shown, found);
      return {
        results: shown.map(({ id, entry, page, language: foundIn }) => ({
          lesson_id: entry.lesson.dbid,
          key: entry.lesson.key,
          page,
          language: foundIn,
          excerpt: excerpts.get(id) ?? "",
        })),
        cursor: open.length > from + limit ? formatCursor(from + limit) : null,
      };
    });
  };
};
