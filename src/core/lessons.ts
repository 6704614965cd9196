import { getLesson, type Lesson, type Page } from "../contract/content.ts";
import { languagesTried, type Reads } from "../domain/translated.ts";
import { Result } from "../lib/result.ts";
import type { Send } from "../transport/transport.ts";

export type LessonFailure =
  | { readonly kind: "not-active" }
  | { readonly kind: "unknown-lesson" }
  | { readonly kind: "expired" }
  | { readonly kind: "no-content" }
  | { readonly kind: "invalid-content" }
  /** The status of the school's refusal; 0: there was none. */
  | { readonly kind: "no-connection"; readonly status: number };

/** A lesson's text in one language: the first that is read, else English, else any other. */
export interface LessonText {
  language: string;
  pages: readonly Page[];
}

/**
 * The text of a lesson in a language, or in one that stands in for it.
 * @returns null if the lesson has no page with content
 */
export const lessonText = (lesson: Lesson, reads: Reads): LessonText | null => {
  const texts = lesson.html?.languages ?? {};
  for (const code of languagesTried(reads, Object.keys(texts))) {
    const pages = texts[code]?.pages ?? [];
    if (pages.some((page) => page.html.trim() || page.subLessons.length)) {
      return { language: code, pages };
    }
  }
  return null;
};

const MAX_CACHED = 20;

/**
 * Fetches lessons in the present language, and caches the last twenty.
 *
 * It is no `createResource`: it is a bounded cache of many values, and its callers need the result
 * of one call, not a state.
 */
export const createLessons = (send: Send, language: () => string) => {
  const cached = new Map<string, Lesson>();
  const listeners = new Set<(productKey: string, lessonKey: string) => void>();

  const failureOf = (status: number, code: string): LessonFailure => {
    if (status === 403) return { kind: code === "course/expired" ? "expired" : "not-active" };
    return status === 404 ? { kind: "unknown-lesson" } : { kind: "no-connection", status };
  };

  const requests = new Map<string, Promise<Result<Lesson, LessonFailure>>>();

  const fetchLesson = async (
    cacheKey: string,
    productKey: string,
    lessonKey: string,
    query: { language: string },
  ): Promise<Result<Lesson, LessonFailure>> => {
    const onNewer = () => {
      cached.delete(cacheKey);
      for (const listener of listeners) listener(productKey, lessonKey);
    };
    const answer = await send(getLesson, { params: { productKey, lessonKey }, query, onNewer });
    if (!answer.ok) {
      const { failure } = answer;
      if (failure.kind === "refused") return Result.fail(failureOf(failure.status, failure.code));
      // An answer that is no JSON comes from a captive portal or a broken proxy, not from the
      // school.
      return Result.fail(
        failure.kind === "undecodable" && failure.json
          ? { kind: "invalid-content" }
          : { kind: "no-connection", status: 0 },
      );
    }
    const { lesson } = answer.value;
    if (!lessonText(lesson, "en")) return Result.fail({ kind: "no-content" });
    cached.set(cacheKey, lesson);
    const oldest = cached.keys().next().value;
    if (cached.size > MAX_CACHED && oldest) cached.delete(oldest);
    return Result.ok(lesson);
  };

  return {
    /** Clears the cache, because its lessons may be outdated. */
    clear: () => cached.clear(),

    /**
     * Calls the listener when the school has a newer text of a lesson than the one that was loaded.
     * @returns a function that removes the listener
     */
    onNewer(listener: (productKey: string, lessonKey: string) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Returns a cached lesson or fetches it. Calls for the same lesson share one request. */
    async load(productKey: string, lessonKey: string): Promise<Result<Lesson, LessonFailure>> {
      const query = { language: language() };
      const cacheKey = `${productKey}/${lessonKey}/${query.language}`.toLowerCase();
      const hit = cached.get(cacheKey);
      if (hit) return Result.ok(hit);
      const running = requests.get(cacheKey);
      if (running) return running;
      const request = fetchLesson(cacheKey, productKey, lessonKey, query).finally(() =>
        requests.delete(cacheKey),
      );
      requests.set(cacheKey, request);
      return request;
    },
  };
};

export type Lessons = ReturnType<typeof createLessons>;
