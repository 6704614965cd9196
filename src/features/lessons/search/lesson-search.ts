import { useEffect, useRef, useState } from "react";
import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import type { Lesson, Menu1, Menu2 } from "../../../contract/content.ts";
import { type FoundLesson, MAX_SEARCH_LENGTH, searchLessons } from "../../../contract/search.ts";
import type { Selection } from "../../../core/study.ts";
import { createSearch } from "../../../domain/search-text.ts";
import { Result } from "../../../lib/result.ts";
import { type CallFailure, isUnknownCall, statusOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";

/** Positions in the two menus, from 1. */
interface Place {
  readonly menu1: number;
  readonly menu2: number;
}

export type TitleMatch =
  | {
      readonly kind: "lesson";
      readonly key: string;
      readonly lesson: Lesson;
      readonly place: Place;
    }
  | { readonly kind: "section"; readonly key: string; readonly place: Place };

/** The lessons of a course that may be opened, its sections, and their positions. */
const entriesOf = (
  { product, menus }: Selection,
  isOpen: (lesson: Lesson) => boolean,
): readonly TitleMatch[] => {
  const byId = new Map(Object.values(product.lessons).map((lesson) => [lesson.dbid, lesson]));
  const sections: TitleMatch[] = [];
  const lessons = new Map<string, TitleMatch>();
  const take = (lesson: Lesson | undefined, place: Place) => {
    if (!lesson || lessons.has(lesson.key) || !isOpen(lesson)) return;
    lessons.set(lesson.key, { kind: "lesson", key: lesson.key, lesson, place });
    for (const part of lesson.subLessons) take(byId.get(part), place);
  };
  for (const [index1, menu1] of menus.entries()) {
    for (const [index2, menu2] of menu1.menu2.entries()) {
      const place = { menu1: index1 + 1, menu2: index2 + 1 };
      sections.push({ kind: "section", key: `${index1}.${index2}`, place });
      for (const key of menu2.lessons) take(product.lessons[key], place);
    }
  }
  return [...lessons.values(), ...sections];
};

/** The titles of a chapter or section in all languages. */
const titlesOf = (menu: Menu1 | Menu2 | undefined): string[] =>
  menu ? [menu.title, ...menu.translations.map(({ title }) => title)] : [];

/** Finds lessons and sections of a course by their titles, at once and in any language. */
export const createTitleSearch = (selection: Selection, isOpen: (lesson: Lesson) => boolean) => {
  const entries = entriesOf(selection, isOpen);
  const find = createSearch(entries, (entry) => {
    if (entry.kind === "lesson") return { heads: Object.values(entry.lesson.title), bodies: [] };
    const chapter = selection.menus[entry.place.menu1 - 1];
    // A chapter's title also finds all of its sections, listed after direct matches.
    return { heads: titlesOf(chapter?.menu2[entry.place.menu2 - 1]), bodies: titlesOf(chapter) };
  });
  return {
    find,
    /** A lesson that may be opened; undefined for any other. */
    lesson: (key: string) => entries.find((entry) => entry.kind === "lesson" && entry.key === key),
  };
};

interface FoundLessons {
  readonly results: readonly FoundLesson[];
  /** Where the next page starts; null at the end. */
  readonly cursor: string | null;
}

export const NOTHING_FOUND: FoundLessons = { results: [], cursor: null };

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
    ): Promise<Result<FoundLessons, CallFailure>> {
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
      if (!isUnknownCall(statusOf(answer.failure))) return answer;
      isOffered = false;
      return Result.ok(NOTHING_FOUND);
    },
  };
};

/** The delay after the last keystroke before the school is asked. */
const PAUSE_MS = 250;

const createLessonSearchOf = ({ transport }: App) => createLessonSearch(transport.send);

/**
 * The school's results for the latest query in the lessons' texts. Answers to earlier queries are
 * ignored.
 */
export const useTextSearch = (product: string, query: string, language: string) => {
  const search = useService(createLessonSearchOf);
  const [state, setState] = useState({ query: "", found: NOTHING_FOUND, failed: false });
  const abort = useRef(new AbortController());
  const wanted = query.trim();

  useEffect(() => {
    if (!wanted) return;
    const request = new AbortController();
    abort.current = request;
    const timer = setTimeout(async () => {
      const answer = await search.find(product, wanted, language, request.signal);
      if (request.signal.aborted) return;
      const found = answer.ok ? answer.value : NOTHING_FOUND;
      setState({ query: wanted, found, failed: !answer.ok });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [search, product, wanted, language]);

  const isCurrent = state.query === wanted;
  const { results, cursor } = isCurrent && wanted ? state.found : NOTHING_FOUND;
  return {
    found: results,
    /** Whether the school has more results. */
    hasMore: cursor !== null,
    failed: isCurrent && state.failed,
    /** Whether the school's answer to this query is pending. */
    waiting: !isCurrent && wanted !== "",

    /** Appends the next page of results. @returns whether it could be fetched */
    async more(): Promise<boolean> {
      const { signal } = abort.current;
      const answer = await search.find(product, wanted, language, signal, cursor);
      if (signal.aborted) return true;
      if (!answer.ok) return false;
      const found = { ...answer.value, results: [...results, ...answer.value.results] };
      setState({ query: wanted, found, failed: false });
      return true;
    },
  };
};
