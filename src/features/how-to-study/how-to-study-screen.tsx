import { useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useReference } from "../../app-context/reference.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSearchPageTexts } from "../../core/use-search-page-texts.ts";
import { directionOf } from "../../domain/languages.ts";
import { createSearch } from "../../domain/search-text.ts";
import { textIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { plainText } from "../../ui/plain-text.ts";
import { SearchPage } from "../../ui/search-page.tsx";
import styles from "./how-to-study.module.css";
import { InstructionSheet } from "./instruction-sheet.tsx";

/**
 * The study instructions: the sheets for every course, and those for the selected one. Without a
 * selected course, the sheets of all courses.
 */
const HowToStudyScreen = () => {
  const { courses, place } = useApp();
  const reference = useReference();
  const text = useText();
  const { locale } = useIntl();
  const { value: entries, failure } = useSnapshot(reference.instructions.state);
  const { courseKey } = useSnapshot(place.state);
  const [query, setQuery] = useState("");
  useScreenTitle(text("how-to-study.title"));

  useEffect(() => {
    void reference.instructions.load();
  }, [reference]);

  const course = courseKey ? courses.find(courseKey)?.course.id : undefined;
  const find = useMemo(() => {
    const pages = (entries ?? []).filter(
      ({ courseId }) => courseId === null || course === undefined || courseId === course,
    );
    return createSearch(pages, ({ translations }) => ({
      heads: translations.map(({ title }) => title),
      bodies: translations.map(({ html }) => plainText(html)),
    }));
  }, [entries, course]);
  const found = find(query);
  const texts = useSearchPageTexts("how-to-study.title", {
    query,
    entries,
    count: found.length,
    failure,
  });

  return (
    <SearchPage
      texts={texts}
      query={query}
      onQuery={setQuery}
      onRetry={() => void reference.instructions.load()}
    >
      {entries && find("").length === 0 ? (
        <Empty what={text("how-to-study.none")} hint={text("how-to-study.none-hint")} />
      ) : null}
      {found.length > 0 ? (
        <div className={styles.columns}>
          <nav className={styles.contents} aria-labelledby="contents">
            <h2 id="contents">{text("how-to-study.contents")}</h2>
            <ol>
              {found.map(({ id, translations }) => {
                const title = textIn(translations, "title", locale);
                return (
                  <li key={id}>
                    <a href={`#page-${id}`} lang={title.language} dir={directionOf(title.language)}>
                      {title.text}
                    </a>
                  </li>
                );
              })}
            </ol>
          </nav>
          <div className={styles.pages}>
            {found.map((page) => (
              <InstructionSheet key={page.id} instruction={page} />
            ))}
          </div>
        </div>
      ) : null}
    </SearchPage>
  );
};

export default HowToStudyScreen;
