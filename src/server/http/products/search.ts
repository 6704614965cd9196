import type { HonoRequest } from "hono";
import { SEARCH_MAX_LENGTH } from "../../../contract/search.ts";
import { excerptAround } from "../../../domain/matched-text.ts";
import { foldText } from "../../../domain/search-text.ts";
import type { CatalogueProduct } from "../catalogue.ts";
import { queried } from "../endpoint.ts";
import { invalid } from "../problem.ts";
import type { Reader } from "../reader.ts";
import type { Services } from "../services.ts";
import { readerState } from "./reading.ts";

const MOST_FOUND = 30;
/** More words than anybody means make the search no finer. */
const MOST_WORDS = 8;

interface Hit {
  lesson_id: number;
  language: string;
  page: number;
  head: string;
  /** Whether the words stand there one after another, as they were asked for. */
  phrase: unknown;
}

/** The pages that have every word. Folded words hold letters and digits alone: no wildcard. */
const findPages = (
  { database }: Services,
  product: string,
  wanted: string,
  words: readonly string[],
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
 * What starts with the query comes first, then what has its words in the titles, then what has
 * them one after another, then the rest.
 */
const rankOf = ({ head, phrase }: Hit, wanted: string, words: readonly string[]): number => {
  if (head.startsWith(wanted)) return 0;
  if (words.every((word) => head.includes(word))) return 1;
  return phrase ? 2 : 3;
};

/** Of the pages of a lesson the best, in the language asked for where it is found in that. */
const better = (a: Hit, b: Hit, rank: (hit: Hit) => number, language: string): Hit => {
  const inLanguage = Number(b.language === language) - Number(a.language === language);
  const order = inLanguage || rank(a) - rank(b) || a.page - b.page;
  return order > 0 ? b : a;
};

/**
 * The lessons of a product that have every word of the query and that the reader may open, best
 * first, equals in the product's order.
 * @throws HttpProblem 422 for a query that is missing or too long
 */
export const searchProduct = async (
  services: Services,
  request: HonoRequest,
  reader: Reader,
  product: CatalogueProduct,
) => {
  const q = queried(request, "q");
  if (q.length > SEARCH_MAX_LENGTH) throw invalid("q", `may have ${SEARCH_MAX_LENGTH} characters`);
  const language = request.query("language") ?? "en";
  const wanted = foldText(q);
  const words = wanted.split(" ").filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const rank = (hit: Hit): number => rankOf(hit, wanted, words);
  const best = new Map<number, Hit>();
  for (const hit of await findPages(services, product.data.props.key, wanted, words)) {
    const known = best.get(hit.lesson_id);
    best.set(hit.lesson_id, known ? better(known, hit, rank, language) : hit);
  }
  const reading = await readerState(services, services.database.read, reader);
  const open = [...product.lessons.values()].filter(
    (entry) => best.has(entry.lesson.dbid) && reading.closedBecause(entry) === null,
  );
  const found = open
    .map((entry) => ({ entry, hit: best.get(entry.lesson.dbid) as Hit }))
    .sort((a, b) => rank(a.hit) - rank(b.hit))
    .slice(0, MOST_FOUND);
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
