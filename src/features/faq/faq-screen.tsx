import { useId, useMemo, useState } from "react";
import { useReference } from "../../app-context/reference.ts";
import { plainText, SearchPage, useSearchPage } from "../../app-context/search-page.tsx";
import { useApp } from "../../app-context/use-app.ts";
import type { Faq } from "../../core/reference.ts";
import { directionOf } from "../../domain/languages.ts";
import { createSearch } from "../../domain/search-text.ts";
import { textIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { HtmlText } from "../../ui/html-text.tsx";
import styles from "./faq.module.css";

interface QuestionProps {
  faq: Faq;
  level: 2 | 3;
}

/** A question that opens its answer. */
export const Question = ({ faq, level }: QuestionProps) => {
  const { termDialog } = useApp();
  const text = useText();
  const reads = useReads();
  const id = useId();
  const [open, setOpen] = useState(false);
  const question = textIn(faq.translations, "question", reads);
  const answer = textIn(faq.translations, "answer", reads);
  const Heading = `h${level}` as const;
  return (
    <div className={styles.question}>
      <Heading>
        <button
          type="button"
          lang={question.language}
          dir={directionOf(question.language)}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {question.text}
        </button>
      </Heading>
      {open ? (
        <div id={id} className={styles.answer}>
          <HtmlText
            html={answer.text}
            language={answer.language}
            direction={directionOf(answer.language)}
            invalid={text("lesson-failure.invalid-content")}
            deeper={level - 1}
            onTerm={termDialog.open}
          />
        </div>
      ) : null}
    </div>
  );
};

/** Groups questions by category, in the order of first appearance. */
const groupByCategory = (faqs: readonly Faq[]): [category: Faq["category"], faqs: Faq[]][] => {
  const groups = Map.groupBy(faqs, ({ category }) => Object.values(category)[0]);
  return [...groups.values()].map((group) => [group[0]?.category ?? {}, group]);
};

/** The FAQ, searched while the person types. Each question opens its answer. */
const FaqScreen = () => {
  const page = useSearchPage("faq.title", useReference().faqs);
  const { entries, query } = page;
  const text = useText();
  const reads = useReads();

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
  const results = find(query);

  return (
    <SearchPage {...page} count={results.length}>
      {entries?.length === 0 ? (
        <Empty what={text("faq.none")} hint={text("faq.none-hint")} />
      ) : null}
      {groupByCategory(results).map(([category, faqs]) => {
        const name = textIn(
          Object.entries(category).map(([language, title]) => ({ language, title })),
          "title",
          reads,
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
