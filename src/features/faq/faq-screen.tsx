import { useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useReference } from "../../app-context/reference.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { Faq } from "../../core/reference.ts";
import { useSearchPageTexts } from "../../core/use-search-page-texts.ts";
import { directionOf } from "../../domain/languages.ts";
import { createSearch } from "../../domain/search-text.ts";
import { textIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { plainText } from "../../ui/plain-text.ts";
import { SearchPage } from "../../ui/search-page.tsx";
import styles from "./faq.module.css";
import { Question } from "./question.tsx";

/** Groups questions by category, in the order of first appearance. */
const groupByCategory = (faqs: readonly Faq[]): [category: Faq["category"], faqs: Faq[]][] => {
  const groups = Map.groupBy(faqs, ({ category }) => category.en ?? Object.values(category)[0]);
  return [...groups.values()].map((group) => [group[0]?.category ?? {}, group]);
};

/** The FAQ, searched while the person types. Each question opens its answer. */
const FaqScreen = () => {
  const reference = useReference();
  const text = useText();
  const { locale } = useIntl();
  const { value: entries, failure } = useSnapshot(reference.faqs.state);
  const [query, setQuery] = useState("");
  useScreenTitle(text("faq.title"));

  useEffect(() => {
    void reference.faqs.load();
  }, [reference]);

  const find = useMemo(
    () =>
      createSearch(entries ?? [], ({ category, translations }) => ({
        heads: translations.map(({ question }) => question),
        bodies: [
          ...Object.values(category),
          ...translations.map(({ answer }) => plainText(answer)),
        ],
      })),
    [entries],
  );
  const found = find(query);
  const texts = useSearchPageTexts("faq.title", { query, entries, count: found.length, failure });

  return (
    <SearchPage
      texts={texts}
      query={query}
      onQuery={setQuery}
      onRetry={() => void reference.faqs.load()}
    >
      {entries?.length === 0 ? (
        <Empty what={text("faq.none")} hint={text("faq.none-hint")} />
      ) : null}
      {groupByCategory(found).map(([category, faqs]) => {
        const name = textIn(
          Object.entries(category).map(([language, title]) => ({ language, title })),
          "title",
          locale,
        );
        return (
          <section key={faqs[0]?.id} className={styles.category}>
            {name.text ? (
              <h2 lang={name.language} dir={directionOf(name.language)}>
                {name.text}
              </h2>
            ) : null}
            <div className="sheet">
              {faqs.map((faq) => (
                <Question key={faq.id} faq={faq} level={name.text ? 3 : 2} />
              ))}
            </div>
          </section>
        );
      })}
    </SearchPage>
  );
};

export default FaqScreen;
