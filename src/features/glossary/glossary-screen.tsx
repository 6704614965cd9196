import { useEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { glossaryPath } from "../../app-context/links.ts";
import { useReference } from "../../app-context/reference.ts";
import { plainText, SearchPage, useSearchPage } from "../../app-context/search-page.tsx";
import type { Term } from "../../contract/reference.ts";
import { findTerm } from "../../core/reference.ts";
import { createSearch } from "../../domain/search-text.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import styles from "./glossary.module.css";
import { Definition, OtherNames, TermName, TermPicture } from "./term-entry.tsx";
import { groupByLetter, sortTerms } from "./term-list.ts";

const NONE: readonly Term[] = [];

/** So many terms a slow phone shows at once, and then so many more at a time. */
const STEP = 12;

/** How many terms are shown by now. It grows until all are there. */
const useGrowing = (all: number): number => {
  const [count, setCount] = useState(STEP);
  useEffect(() => {
    if (count >= all) return;
    // The browser paints in between, and answers to the person.
    const timer = setTimeout(() => setCount(count + STEP));
    return () => clearTimeout(timer);
  }, [count, all]);
  return count;
};

/** The glossary: terms by letter, or search results in any language. */
const GlossaryScreen = () => {
  const page = useSearchPage("glossary.title", useReference().glossary);
  const { entries, query, setQuery } = page;
  const text = useText();
  const reads = useReads();
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("term");
  const [visits, setVisits] = useState(0);

  const sorted = useMemo(() => sortTerms(entries ?? NONE, reads), [entries, reads]);
  const find = useMemo(
    () =>
      createSearch(sorted, ({ term, translations }) => ({
        heads: [term, ...translations.map((translation) => translation.term)],
        bodies: translations.map(({ definition }) => plainText(definition)),
      })),
    [sorted],
  );

  const searching = query.trim() !== "";
  const results = find(query);
  const target = entries && wanted ? findTerm(entries, wanted) : null;
  const growing = useGrowing(sorted.length);
  const count = target ? sorted.length : growing;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each visit, even to the same term
  useEffect(() => {
    const element = target && document.getElementById(`term-${target.id}`);
    element?.scrollIntoView();
    element?.querySelector("dt")?.focus({ preventScroll: true });
  }, [target?.id, visits]);

  const visit = (term: string) => {
    setQuery("");
    setVisits(visits + 1);
    navigate(glossaryPath(term));
  };

  const isUnknown = entries && !searching && wanted && !target;

  const listOf = (terms: readonly Term[]) => (
    <dl className={`sheet ${styles.terms}`}>
      {terms.map((entry) => (
        <div
          key={entry.id}
          id={`term-${entry.id}`}
          className={styles.entry}
          data-asked={entry === target || undefined}
        >
          <dt tabIndex={-1}>
            <TermName entry={entry} /> <OtherNames entry={entry} />
          </dt>
          <dd>
            <Definition entry={entry} onTerm={visit} />
          </dd>
          {entry.image ? (
            <dd className={styles.picture}>
              <TermPicture entry={entry} />
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );

  const letters = searching ? [] : groupByLetter(results, reads);
  const shown = searching ? [] : groupByLetter(results.slice(0, count), reads);

  return (
    <SearchPage
      {...page}
      count={results.length}
      notice={isUnknown ? text("glossary.unknown", { term: wanted }) : undefined}
    >
      {entries?.length === 0 ? (
        <Empty what={text("glossary.none")} hint={text("glossary.none-hint")} />
      ) : null}
      {searching && results.length > 0 ? listOf(results) : null}
      {letters.length > 0 ? (
        <nav aria-label={text("glossary.letters")}>
          <ul className={styles.letters}>
            {letters.map(([letter], index) => (
              <li key={letter}>
                <a href={`#letter-${index}`}>{letter}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {shown.map(([letter, terms], index) => (
        <section key={letter} aria-labelledby={`letter-${index}`} className={styles.letter}>
          <h2 id={`letter-${index}`}>{letter}</h2>
          {listOf(terms)}
        </section>
      ))}
    </SearchPage>
  );
};

export default GlossaryScreen;
