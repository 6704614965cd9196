import { useEffect, useRef, useState } from "react";
import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { createLessonSearch, NOTHING_FOUND } from "./lesson-search.ts";

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
    const own = new AbortController();
    abort.current = own;
    const timer = setTimeout(async () => {
      const answer = await search.find(product, wanted, language, own.signal);
      if (own.signal.aborted) return;
      const found = answer.ok ? answer.value : NOTHING_FOUND;
      setState({ query: wanted, found, failed: !answer.ok });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      own.abort();
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
