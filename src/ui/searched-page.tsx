import type { ReactNode } from "react";
import { LoadError } from "./load-error.tsx";
import { SearchField } from "./search-field.tsx";

/** The texts of the page around its content. */
export interface SearchedPageWords {
  title: string;
  label: string;
  /** What came of searching; empty while nothing is searched. */
  result: string;
  /** Why there is nothing to search; null when nothing is wrong. */
  failure: string | null;
  retry: string;
  /** Shown while the content is loading; null once it is there. */
  loading: string | null;
}

export interface SearchedPageProps {
  words: SearchedPageWords;
  query: string;
  onQuery: (query: string) => void;
  onRetry: () => void;
  children: ReactNode;
}

/** A page to look things up in: searched as one types, with a new try where it did not arrive. */
export const SearchedPage = ({ words, query, onQuery, onRetry, children }: SearchedPageProps) => (
  <main id="content" tabIndex={-1} className="wrap screen">
    <h1>{words.title}</h1>
    <SearchField label={words.label} value={query} onChange={onQuery} result={words.result} />
    {words.failure ? (
      <LoadError message={words.failure} retry={words.retry} onRetry={onRetry} />
    ) : null}
    {words.loading ? <p role="status">{words.loading}</p> : null}
    {children}
  </main>
);
