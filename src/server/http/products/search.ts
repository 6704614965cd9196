import { MAX_SEARCH_LENGTH } from "../../../contract/search.ts";
import {
  bestHitByLesson,
  byRank,
  MAX_RESULTS,
  type PageHit,
  parseSearchQuery,
  type SearchQuery,
} from "../../../domain/lesson-search.ts";
import { excerptAround } from "../../../domain/matched-text.ts";
import type { CatalogueProduct } from "../catalogue.ts";
import { invalid } from "../problem.ts";
import type { Reader } from "../reader.ts";
import { required } from "../route.ts";
import type { Services } from "../services.ts";
import { readerState } from "./reading.ts";

type Hit = PageHit & { lesson_id: number };

/**
 * Finds the pages that contain every word. Folded words contain letters and digits only, so they
 * hold no SQL wildcard.
 */
const findPages = (
  { database }: Services,
  product: string,
  { wanted, words }: SearchQuery,
): Promise<Hit[]> => {
  let query = database.read
    .selectFrom("lesson_text")
    .innerJoin("lesson", "lesson.dbid", "lesson_text.lesson_id")
    .select(["lesson_id", "language", "page", "head"])
    .select((column) => column("folded", "like", `%${wanted}%`).as("phrase"))
    .where("product", "=", product);
  for (const word of words) query = query.where("folded", "like", `%${word}%`);
  return query.execute();
};

/**
 * Finds the lessons of a product that contain every word of the query and that the reader may open,
 * best match first, ties in the product's order.
 * @throws HttpProblem 422 for a query that is missing or too long
 */
export const searchProduct = async (
  services: Services,
  query: Readonly<Partial<Record<"q" | "language", string>>>,
  reader: Reader,
  product: CatalogueProduct,
) => {
  const q = required(query, "q");
  if (q.length > MAX_SEARCH_LENGTH)
    throw invalid("q", `must have at most ${MAX_SEARCH_LENGTH} characters`);
  const { language = "en" } = query;
  const search = parseSearchQuery(q);
  if (search.words.length === 0) return [];
  const hits = await findPages(services, product.data.props.key, search);
  const best = bestHitByLesson(hits, search, language);
  const rank = byRank(search);
  const reading = await readerState(services, services.database.read, reader);
  const open = [...product.lessons.values()].filter(
    (entry) => best.has(entry.lesson.dbid) && reading.accessProblem(entry) === null,
  );
  const found = open
    .map((entry) => ({ entry, hit: best.get(entry.lesson.dbid) as Hit }))
    .sort((a, b) => rank(a.hit, b.hit))
    .slice(0, MAX_RESULTS);
  if (found.length === 0) return [];
  const bodies = await services.database.read
    .selectFrom("lesson_text")
    .select(["lesson_id", "language", "page", "body"])
    .where(
      "lesson_id",
      "in",
      found.map(({ hit }) => hit.lesson_id),
    )
    .execute();
  return found.map(({ entry, hit }) => {
    const text = bodies.find(
      (row) =>
        row.lesson_id === hit.lesson_id && row.language === hit.language && row.page === hit.page,
    );
    return {
      lesson_id: hit.lesson_id,
      key: entry.lesson.key,
      page: hit.page,
      language: hit.language,
      excerpt: excerptAround(text?.body ?? "", q),
    };
  });
};
