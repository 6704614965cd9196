import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { useReference } from "../../app-context/reference.ts";
import { plainText, SearchPage, useSearchPage } from "../../app-context/search-page.tsx";
import { useApp } from "../../app-context/use-app.ts";
import type { Instruction } from "../../contract/reference.ts";
import { directionOf } from "../../domain/languages.ts";
import { createSearch } from "../../domain/search-text.ts";
import { textIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { HtmlText } from "../../ui/html-text.tsx";
import styles from "./how-to-study.module.css";

const InstructionSheet = ({ instruction }: { instruction: Instruction }) => {
  const { termDialog } = useApp();
  const text = useText();
  const reads = useReads();
  const id = `page-${instruction.id}`;
  const title = textIn(instruction.translations, "title", reads);
  const html = textIn(instruction.translations, "html", reads);
  return (
    <section id={id} className={`sheet stitched ${styles.page}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} lang={title.language} dir={directionOf(title.language)}>
        {title.text}
      </h2>
      <HtmlText
        html={html.text}
        language={html.language}
        direction={directionOf(html.language)}
        invalid={text("lesson-failure.invalid-content")}
        deeper={1}
        onTerm={termDialog.open}
      />
    </section>
  );
};

/**
 * The study instructions: the sheets for every course, and those for the selected one. Without a
 * selected course, the sheets of all courses.
 */
const HowToStudyScreen = () => {
  const { courses, place } = useApp();
  const page = useSearchPage("how-to-study.title", useReference().instructions);
  const { entries, query } = page;
  const text = useText();
  const reads = useReads();
  const { courseKey } = useSnapshot(place.state);

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
  const results = find(query);

  return (
    <SearchPage {...page} count={results.length}>
      {entries && find("").length === 0 ? (
        <Empty what={text("how-to-study.none")} hint={text("how-to-study.none-hint")} />
      ) : null}
      {results.length > 0 ? (
        <div className={styles.columns}>
          <nav className={styles.contents} aria-labelledby="contents">
            <h2 id="contents">{text("how-to-study.contents")}</h2>
            <ol>
              {results.map(({ id, translations }) => {
                const title = textIn(translations, "title", reads);
                return (
                  <li key={id}>
                    <a
                      className="tap"
                      href={`#page-${id}`}
                      lang={title.language}
                      dir={directionOf(title.language)}
                    >
                      {title.text}
                    </a>
                  </li>
                );
              })}
            </ol>
          </nav>
          <div className={styles.pages}>
            {results.map((page) => (
              <InstructionSheet key={page.id} instruction={page} />
            ))}
          </div>
        </div>
      ) : null}
    </SearchPage>
  );
};

export default HowToStudyScreen;
