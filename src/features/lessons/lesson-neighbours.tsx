import { useId } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { lessonPath } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Lesson } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import type { Selection } from "../../core/study.ts";
import { followingLesson } from "../../domain/lesson-access.ts";
import { titleIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./lesson-view.module.css";
import { useNextLesson } from "./use-next-lesson.ts";

export interface LessonNeighboursProps {
  lesson: Lesson;
  /** The main lesson of a sub-lesson, from which it was opened. */
  main: Lesson | null;
  selection: Selection;
  productKey: string;
  courseKey: string;
  /** Whether to go on to the next lesson is what comes now. */
  isDone: boolean;
}

/**
 * What comes next in the order of study, and links to the previous and next lesson. A closed lesson
 * gets no link, but its title.
 */
export const LessonNeighbours = (props: LessonNeighboursProps) => {
  const { lesson, main, selection, productKey, courseKey } = props;
  const { study, progress } = useApp();
  const text = useText();
  const { locale } = useIntl();
  const id = useId();
  // Read here so that the link appears as soon as the lesson is completed.
  useSnapshot(progress.state).next;
  const { lessonsOrder } = selection.course;
  const byId = (id: Id | null | undefined) =>
    Object.values(selection.product.lessons).find((entry) => entry.dbid === id);
  const placed = main ?? lesson;
  const at = lessonsOrder.findIndex((entry) => entry.id === placed.dbid);
  const before = byId(lessonsOrder[at - 1]?.id);
  const after = at < 0 ? undefined : byId(followingLesson(lessonsOrder, lesson.dbid, placed.dbid));
  const isOpen = after !== undefined && study.isOpen(after);
  useNextLesson(productKey, isOpen ? after.key : null);
  return (
    <>
      {after ? (
        <p id={id} className={styles.following}>
          {text("lesson.following", { title: titleIn(after.title, locale) })}
          {isOpen ? null : <small>{text("lesson.following-closed")}</small>}
        </p>
      ) : null}
      {at >= 0 && at === lessonsOrder.length - 1 ? (
        <p className={styles.following}>{text("lesson.is-last")}</p>
      ) : null}
      <p className={styles.neighbours}>
        {before ? (
          <Link className="button quiet" href={lessonPath(productKey, courseKey, before.key)}>
            {text("lesson.previous")}
          </Link>
        ) : null}
        {isOpen ? (
          <Link
            className={props.isDone ? "button" : "button quiet"}
            aria-describedby={id}
            href={lessonPath(productKey, courseKey, after.key)}
          >
            {text("lesson.next")}
          </Link>
        ) : null}
      </p>
    </>
  );
};
