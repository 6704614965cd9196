import type { Lesson, Product } from "../../contract/content.ts";
import type { FoundLesson } from "../../contract/search.ts";
import type { Id } from "../../contract/wire.ts";
import {
  bestHitByLesson,
  inRankOrder,
  MAX_RESULTS,
  type PageHit,
  type PageText,
  pageTexts,
  parseSearchQuery,
  rankOf,
  type SearchQuery,
} from "../../domain/lesson-search.ts";
import { excerptAround } from "../../domain/matched-text.ts";
import type { LocalContent } from "../local-content.ts";

interface TextSearch {
  readonly product: Product;
  readonly q: string;
  /** The language that is preferred if a lesson matches in several. */
  readonly language: string;
  readonly isOpen: (lesson: Lesson) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Characters that are indexed without a pause, so that the page stays responsive. */
const AT_ONCE = 100_000;
/** How many times faster a page is searched than indexed. */
const LOOKED_THROUGH = 20;

type Searched = PageText & { lesson_id: Id };
type Hit = Searched & PageHit;

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Searches the lessons of the content on this machine. Texts are indexed when they are first needed. */
export const createTextSearch = (content: LocalContent) => {
  const ready = new WeakMap<Lesson, readonly Searched[]>();

  const pagesOf = (entry: Lesson): readonly Searched[] => {
    const whole = content.lesson(entry);
    const texts = whole ? pageTexts(whole) : [];
    return texts.map((text) => ({ lesson_id: entry.dbid, ...text }));
  };

  /** Finds the pages that contain every word. @returns null if the search was aborted */
  const findPages = async (
    { product, signal }: TextSearch,
    query: SearchQuery,
  ): Promise<Hit[] | null> => {
    const hits: Hit[] = [];
    let worked = 0;
    for (const entry of Object.values(product.lessons)) {
      const indexed = ready.get(entry);
      const pages = indexed ?? pagesOf(entry);
      ready.set(entry, pages);
      for (const page of pages) {
        worked += indexed ? page.folded.length / LOOKED_THROUGH : page.folded.length;
        if (!query.words.every((word) => page.folded.includes(word))) continue;
        hits.push({ ...page, rank: rankOf(page.head, page.folded, query) });
      }
      if (worked < AT_ONCE) continue;
      worked = 0;
      await pause();
      if (signal?.aborted) return null;
    }
    return hits;
  };

  /** @returns the best results, ranked as on the server; null if the search was aborted */
  return async (request: TextSearch): Promise<FoundLesson[] | null> => {
    const { product, q, language, isOpen } = request;
    const searched = parseSearchQuery(q);
    if (searched.words.length === 0) return [];
    const hits = await findPages(request, searched);
    if (!hits) return null;
    const best = bestHitByLesson(hits, language);
    const open = Object.values(product.lessons).flatMap((lesson) => {
      const hit = best.get(lesson.dbid);
      return hit && isOpen(lesson) ? [{ ...hit, key: lesson.key }] : [];
    });
    return inRankOrder(open)
      .slice(0, MAX_RESULTS)
      .map(({ lesson_id, key, page, language: foundIn, body }) => ({
        lesson_id,
        key,
        page,
        language: foundIn,
        excerpt: excerptAround(body, q),
      }));
  };
};
