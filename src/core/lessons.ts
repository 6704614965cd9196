import { getLesson, type Lesson, type Page } from "../contract/content.ts";
import { Result } from "../lib/result.ts";
import type { Send } from "../transport/transport.ts";

export type LessonFailure =
  | { readonly kind: "not-active" }
  | { readonly kind: "unknown-lesson" }
  | { readonly kind: "expired" }
  | { readonly kind: "no-content" }
  | { readonly kind: "invalid-content" }
  | { readonly kind: "no-connection" };

/** A lesson's text in one language: the one asked for, or English, or any there is. */
export interface LessonText {
  language: string;
  pages: readonly Page[];
}

/** @returns null when it has no page with anything in it */
export const lessonText = (lesson: Lesson, language: string): LessonText | null => {
  const texts = lesson.html?.languages ?? {};
  for (const code of [language, "en", ...Object.keys(texts)]) {
    const pages = texts[code]?.pages ?? [];
    if (pages.some((page) => page.html.trim() || page.subLessons.length)) {
      return { language: code, pages };
    }
  }
  return null;
};

const REMEMBERED = 20;

/** Fetches lessons, and remembers the last twenty. */
export const createLessons = (send: Send) => {
  const remembered = new Map<string, Lesson>();

  const failureOf = (status: number, code: string): LessonFailure => {
    if (status === 403) return { kind: code === "course/expired" ? "expired" : "not-active" };
    return { kind: status === 404 ? "unknown-lesson" : "no-connection" };
  };

  const underWay = new Map<string, Promise<Result<Lesson, LessonFailure>>>();

  const fetchLesson = async (
    name: string,
    productKey: string,
    lessonKey: string,
  ): Promise<Result<Lesson, LessonFailure>> => {
    const answer = await send(getLesson, { params: { productKey, lessonKey } });
    if (!answer.ok) {
      const { failure } = answer;
      if (failure.kind === "refused") return Result.fail(failureOf(failure.status, failure.code));
      return Result.fail({
        // What is not even JSON does not come from the school: a captive portal, a broken proxy.
        kind: failure.kind === "undecodable" && failure.json ? "invalid-content" : "no-connection",
      });
    }
    const { lesson } = answer.value;
    if (!lessonText(lesson, "en")) return Result.fail({ kind: "no-content" });
    remembered.set(name, lesson);
    const oldest = remembered.keys().next().value;
    if (remembered.size > REMEMBERED && oldest) remembered.delete(oldest);
    return Result.ok(lesson);
  };

  return {
    /** What is known may be outdated: it is asked for again. */
    forget: () => remembered.clear(),

    /** A lesson that is on its way already is not asked for again. */
    async load(productKey: string, lessonKey: string): Promise<Result<Lesson, LessonFailure>> {
      const name = `${productKey}/${lessonKey}`.toLowerCase();
      const known = remembered.get(name);
      if (known) return Result.ok(known);
      const asked = underWay.get(name);
      if (asked) return asked;
      const asking = fetchLesson(name, productKey, lessonKey).finally(() => underWay.delete(name));
      underWay.set(name, asking);
      return asking;
    },
  };
};

export type Lessons = ReturnType<typeof createLessons>;
