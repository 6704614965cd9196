import { type FoundLesson, MAX_SEARCH_LENGTH, searchLessons } from "../../../contract/search.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";

/** A page of results. */
export interface FoundLessons {
  readonly results: readonly FoundLesson[];
  /** Where the next page starts; null at the end. */
  readonly cursor: string | null;
}

export const NOTHING_FOUND: FoundLessons = { results: [], cursor: null };

export type LessonSearchFailure = { readonly kind: "no-connection" };

/** Statuses of a school that does not implement the call. */
const UNKNOWN_CALL = new Set([404, 405, 501]);

/** Searches the texts of a product's lessons, if the school supports it. */
export const createLessonSearch = (send: Send) => {
  let isOffered = true;

  return {
    /**
     * @param before the cursor of the page before; null for the first page
     * @returns a page of results; nothing at a school that does not search texts
     */
    async find(
      productKey: string,
      q: string,
      language: string,
      signal: AbortSignal,
      before: string | null = null,
    ): Promise<Result<FoundLessons, LessonSearchFailure>> {
      if (!isOffered) return Result.ok(NOTHING_FOUND);
      const answer = await send(searchLessons, {
        params: { productKey },
        query: {
          q: q.slice(0, MAX_SEARCH_LENGTH).toWellFormed(),
          language,
          ...(before && { before }),
        },
        signal,
      });
      if (answer.ok) return Result.ok(answer.value);
      if (answer.failure.kind !== "refused" || !UNKNOWN_CALL.has(answer.failure.status)) {
        return Result.fail({ kind: "no-connection" });
      }
      isOffered = false;
      return Result.ok(NOTHING_FOUND);
    },
  };
};
