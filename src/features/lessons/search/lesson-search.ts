import { type FoundLesson, MAX_SEARCH_LENGTH, searchLessons } from "../../../contract/search.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";

export type LessonSearchFailure = { readonly kind: "no-connection" };

/** Statuses of a school that does not implement the call. */
const UNKNOWN_CALL = new Set([404, 405, 501]);

/** Searches the texts of a product's lessons, if the school supports it. */
export const createLessonSearch = (send: Send) => {
  let isOffered = true;

  return {
    /** @returns nothing at a school that does not search texts */
    async find(
      productKey: string,
      q: string,
      language: string,
      signal: AbortSignal,
    ): Promise<Result<readonly FoundLesson[], LessonSearchFailure>> {
      if (!isOffered) return Result.ok([]);
      const answer = await send(searchLessons, {
        params: { productKey },
        query: { q: q.slice(0, MAX_SEARCH_LENGTH).toWellFormed(), language },
        signal,
      });
      if (answer.ok) return Result.ok(answer.value.results);
      if (answer.failure.kind !== "refused" || !UNKNOWN_CALL.has(answer.failure.status)) {
        return Result.fail({ kind: "no-connection" });
      }
      isOffered = false;
      return Result.ok([]);
    },
  };
};
