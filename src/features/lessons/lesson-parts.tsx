import { useIntl } from "react-intl";
import { Link } from "wouter";
import { lessonPath } from "../../app-context/links.ts";
import type { Page } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import type { Selection } from "../../core/study.ts";
import { titleIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./lesson-view.module.css";

export interface LessonPartsProps {
  page: Page;
  selection: Selection;
  completed: ReadonlySet<Id>;
  productKey: string;
  courseKey: string;
}

/** The sub-lessons of a page. Those that the product does not have are left out. */
export const LessonParts = (props: LessonPartsProps) => {
  const { page, selection, completed, productKey, courseKey } = props;
  const text = useText();
  const { locale } = useIntl();
  const lessons = Object.values(selection.product.lessons);
  const parts = page.subLessons.flatMap(
    ({ subLessonId }) => lessons.find((lesson) => lesson.dbid === subLessonId) ?? [],
  );
  if (parts.length === 0) return null;
  return (
    <section className={styles.parts}>
      <h2 id="parts">{text("lesson.parts")}</h2>
      <ul aria-labelledby="parts">
        {parts.map((lesson) => (
          <li key={lesson.key}>
            <Link href={lessonPath(productKey, courseKey, lesson.key)}>
              {titleIn(lesson.title, locale)}
            </Link>
            {completed.has(lesson.dbid) ? <span> ✓ {text("lesson.completed")}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
};
