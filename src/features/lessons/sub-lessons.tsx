import { Link } from "wouter";
import { lessonPath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useFile } from "../../app-context/use-file.ts";
import type { Page } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import type { Selection } from "../../core/study.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./lesson-view.module.css";

export interface SubLessonsProps {
  page: Page;
  selection: Selection;
  completed: ReadonlySet<Id>;
  productKey: string;
  courseKey: string;
}

const Picture = ({ productKey, title }: { productKey: string; title: string }) => {
  const picture = useFile("icon", productKey, title);
  const text = useText();
  return picture === null ? (
    <em>{text("lesson.picture-missing")}</em>
  ) : (
    <img src={picture} alt="" />
  );
};

/** The sub-lessons of a page, with their pictures. Those that the product does not have are left out. */
export const SubLessons = (props: SubLessonsProps) => {
  const { page, selection, completed, productKey, courseKey } = props;
  const text = useText();
  const lessons = Object.values(selection.product.lessons);
  const subLessons = page.subLessons.flatMap(
    ({ subLessonId }) => lessons.find((lesson) => lesson.dbid === subLessonId) ?? [],
  );
  if (subLessons.length === 0) return null;
  return (
    <section className={styles.subLessons}>
      <h2 id="sub-lessons">{text("lesson.sub-lessons")}</h2>
      <ul aria-labelledby="sub-lessons">
        {subLessons.map((lesson) => (
          <li key={lesson.key}>
            {lesson.image ? <Picture productKey={productKey} title={lesson.image} /> : null}
            <Link href={lessonPath(productKey, courseKey, lesson.key)}>
              <Title of={lesson.title} />
            </Link>
            {completed.has(lesson.dbid) ? <span> ✓ {text("lesson.completed")}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
};
