import type { Lesson, Product } from "../../contract/content.ts";
import type { LessonFound } from "../../contract/search.ts";
import type { Id } from "../../contract/wire.ts";
import {
  bestOfEach,
  byRank,
  MAX_RESULTS,
  type WantedWords,
  wantedWords,
} from "../../domain/lesson-search.ts";
import { type PageText, pageTexts } from "../../domain/lesson-text.ts";
import { excerptAround } from "../../domain/matched-text.ts";
import type { LocalContent } from "../local-content.ts";

export interface TextSearch {
  readonly product: Product;
  readonly q: string;
  /** Where a lesson is found in several, the one that counts. */
  readonly language: string;
  readonly isOpen: (lesson: Lesson) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** So many characters are made ready in one go: a page must not stand still meanwhile. */
const AT_ONCE = 100_000;
/** So many times as fast goes what is ready already. */
const LOOKED_THROUGH = 20;

type Searched = PageText & { lesson_id: Id };
type Hit = Searched & { phrase: boolean };

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Searches the lessons of the content on this machine. Their texts are made ready as they are needed. */
export const createTextSearch = (content: LocalContent) => {
  const ready = new WeakMap<Lesson, readonly Searched[]>();

  const pagesOf = (entry: Lesson): readonly Searched[] => {
    const whole = content.lesson(entry);
    const texts = whole ? pageTexts(whole) : [];
    return texts.map((text) => ({ lesson_id: entry.dbid, ...text }));
  };

  /** The pages that have every word. @returns null where nobody wants them any more */
  const findPages = async (
    { product, signal }: TextSearch,
    { wanted, words }: WantedWords,
  ): Promise<Hit[] | null> => {
    const hits: Hit[] = [];
    let worked = 0;
    for (const entry of Object.values(product.lessons)) {
      const known = ready.get(entry);
      const pages = known ?? pagesOf(entry);
      ready.set(entry, pages);
      for (const page of pages) {
        worked += known ? page.folded.length / LOOKED_THROUGH : page.folded.length;
        if (!words.every((word) => page.folded.includes(word))) continue;
        hits.push({ ...page, phrase: page.folded.includes(wanted) });
      }
      if (worked < AT_ONCE) continue;
      worked = 0;
      await pause();
      if (signal?.aborted) return null;
    }
    return hits;
  };

  /** @returns the best, as the school's own search has them; null where nobody wants it any more */
  return async (asked: TextSearch): Promise<LessonFound[] | null> => {
    const { product, q, language, isOpen } = asked;
    const wanted = wantedWords(q);
    if (wanted.words.length === 0) return [];
    const hits = await findPages(asked, wanted);
    if (!hits) return null;
    const best = bestOfEach(hits, wanted, language);
    const rank = byRank(wanted);
    return Object.values(product.lessons)
      .flatMap((lesson) => {
        const hit = best.get(lesson.dbid);
        return hit && isOpen(lesson) ? [{ key: lesson.key, hit }] : [];
      })
      .toSorted((a, b) => rank(a.hit, b.hit))
      .slice(0, MAX_RESULTS)
      .map(({ key, hit: { lesson_id, page, language: foundIn, body } }) => ({
        lesson_id,
        key,
        page,
        language: foundIn,
        excerpt: excerptAround(body, q),
      }));
  };
};
