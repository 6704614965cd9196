import { useEffect, useState } from "react";
import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import type { FoundLesson } from "../../../contract/search.ts";
import { createLessonSearch } from "./lesson-search.ts";

/** The delay after the last keystroke before the school is asked. */
const PAUSE_MS = 250;

const createLessonSearchOf = ({ transport }: App) => createLessonSearch(transport.send);

const NOTHING: readonly FoundLesson[] = [];

/**
 * The school's results for the latest query in the lessons' texts. Answers to earlier queries are
 * ignored.
 */
export const useTextSearch = (product: string, query: string, language: string) => {
  const search = useService(createLessonSearchOf);
  const [state, setState] = useState({ query: "", found: NOTHING, failed: false });
  const wanted = query.trim();

  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await search.find(product, wanted, language, abort.signal);
      if (abort.signal.aborted) return;
      setState({ query: wanted, found: answer.ok ? answer.value : NOTHING, failed: !answer.ok });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, product, wanted, language]);

  const isCurrent = state.query === wanted;
  return {
    found: isCurrent && wanted ? state.found : NOTHING,
    failed: isCurrent && state.failed,
    /** Whether the school's answer to this query is pending. */
    waiting: !isCurrent && wanted !== "",
  };
};
