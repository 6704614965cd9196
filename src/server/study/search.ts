import type { SentAnswer } from "../../contract/call.ts";
import { MAX_SEARCH_LENGTH, type searchLessons } from "../../contract/search.ts";
import { MAX_RESULTS, parseSearchQuery } from "../../domain/lesson-search.ts";
import { excerptAround } from "../../domain/matched-text.ts";
import type { Reader } from "../accounts/session/reader.ts";
import type { CatalogueProduct } from "../content/catalogue.ts";
import { required } from "../one-of.ts";
import { formatCursor, pageLimit, pageStart } from "../page.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { createPageSearch, type FoundPages, MAX_QUOTED, type Page } from "./page-search.ts";
import { readerState } from "./reading.ts";

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
  const searchIn = createPageSearch(read);

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
    const language = (query.language ?? "en").slice(0, MAX_LANGUAGE_LENGTH);
    const limit = Math.min(pageLimit(query), MAX_RESULTS);
    const from = pageStart(query, "id")?.[0] ?? 0;
    const search = parseSearchQuery(q);
    if (search.words.length === 0) return { results: [], cursor: null };
    const found = await searchIn(services.catalogue.current).find(product, search, language);
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
