import type { ReactNode } from "react";
import { LoadError } from "./load-error.tsx";
import { SearchField } from "./search-field.tsx";

/** The page's texts, without its content. */
export interface SearchPageTexts {
  title: string;
  label: string;
  /** The number of results; empty without a query. */
  result: string;
  /** Why the content could not be fetched; null if it did not fail. */
  failure: string | null;
  retry: string;
  /** Shown while the content is loading; null once it is there. */
  loading: string | null;
}

export interface SearchPageProps {
  texts: SearchPageTexts;
  query: string;
  onQuery: (query: string) => void;
  onRetry: () => void;
  children: ReactNode;
}

/** A page with a search field above its content, and a retry button if the content is missing. */
export const SearchPage = ({ texts, query, onQuery, onRetry, children }: SearchPageProps) => (
  <main id="content" tabIndex={-1} className="wrap screen">
    <h1>{texts.title}</h1>
    <SearchField label={texts.label} value={query} onChange={onQuery} result={texts.result} />
    {texts.failure ? (
      <LoadError message={texts.failure} retry={texts.retry} onRetry={onRetry} />
    ) : null}
    {texts.loading ? <p role="status">{texts.loading}</p> : null}
    {children}
  </main>
);
