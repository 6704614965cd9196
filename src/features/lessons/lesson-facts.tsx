import { useIntl } from "react-intl";
import type { Lesson } from "../../contract/content.ts";
import type { LessonText } from "../../core/lessons.ts";
import type { Selection } from "../../core/study.ts";
import { readingMinutes, sectionPlace } from "../../domain/lesson-facts.ts";

import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./lesson-view.module.css";

export interface LessonFactsProps {
  /** The lesson, or a sub-lesson's main lesson. */
  placed: Lesson;
  content: LessonText;
  selection: Selection;
}

/** Where a lesson stands in its section, and how long it takes to read. */
export const LessonFacts = ({ placed, content, selection }: LessonFactsProps) => {
  const text = useText();
  const { locale } = useIntl();
  const place = sectionPlace(selection.menus, selection.product.lessons, placed.key);
  const minutes = readingMinutes(content.pages, content.language);
  return (
    <p className={styles.facts}>
      {place ? (
        <span>
          {text("lesson.place", {
            number: place.number,
            all: place.all,
            section: translated(place.section, "title", locale),
          })}
        </span>
      ) : null}
      <span>{text("lesson.minutes", { minutes })}</span>
    </p>
  );
};
