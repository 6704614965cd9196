import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { assignmentPath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import type { Lesson } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import type { Selection } from "../../core/study.ts";
import { lessonsByDay } from "../../domain/study-week.ts";
import { titleIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./progress.module.css";
import type { TodaysClass as Today } from "./today-service.ts";
import { useToday } from "./use-today.ts";
import { Week } from "./week.tsx";

export interface TodaysClassProps {
  selection: Selection;
  hrefOf: (lessonKey: string) => string;
}

/** The week so far, the proposed lessons, the last lesson, and the waiting assignments. */
export const TodaysClass = ({ selection, hrefOf }: TodaysClassProps) => {
  const { progress } = useApp();
  const todaysClass = useToday();
  const text = useText();
  const { locale } = useIntl();
  const { value: latest, failure } = useSnapshot(todaysClass.state);
  const { next, lastStudied, completed } = useSnapshot(progress.state);
  const { course, product } = selection;
  // What was fetched yesterday is no class of today.
  const isShown = latest?.courseId === course.id && !(failure && todaysClass.isPast());
  const today = isShown ? (latest as Today) : null;
  const lessons = Object.values(product.lessons);
  const byId = (id: Id | null | undefined) => lessons.find((lesson) => lesson.dbid === id);
  const title = (lesson: Lesson) => titleIn(lesson.title, locale);

  const nextLesson = byId(next);
  const last = byId(lastStudied?.id);
  const left = course.lessonsOrder.filter(({ id }) => !completed.has(id));
  const toDo = today ? lessonsByDay({ ...today, left: left.length }) : [];
  // The school may not know yet what has been completed here.
  const proposed = (today?.lessons ?? left.slice(0, toDo[0] ?? 0)).flatMap(({ id }) =>
    completed.has(id) ? [] : (byId(id) ?? []),
  );

  const nothing = () => {
    if (left.length === 0) return text("progress.finished");
    return text(today?.weeklyTarget ? "progress.target-met" : "progress.no-target");
  };

  return (
    <div className={styles.columns}>
      <section className="sheet" aria-labelledby="today-lessons">
        <h2 id="today-lessons">{text("progress.lessons")}</h2>
        {today && proposed.length === 0 ? <p>{nothing()}</p> : null}
        {proposed.length > 0 ? (
          <ol className={styles.lessons} aria-labelledby="today-lessons">
            {proposed.map((lesson) => (
              <li key={lesson.key}>
                <Link href={hrefOf(lesson.key)}>
                  <Title of={lesson.title} />
                </Link>
              </li>
            ))}
          </ol>
        ) : null}
        <p className={styles.actions}>
          {nextLesson ? (
            <Link className="button" href={hrefOf(nextLesson.key)}>
              {text("progress.continue", { title: title(nextLesson) })}
            </Link>
          ) : null}
          {last ? (
            <Link className="button quiet" href={hrefOf(last.key)}>
              {text("progress.last-studied", { title: title(last) })}
            </Link>
          ) : null}
        </p>
      </section>
      <section className="sheet" aria-labelledby="this-week">
        <h2 id="this-week">{text("progress.week")}</h2>
        {failure ? (
          <>
            <p role="alert">{text("progress.failed")}</p>
            <button
              type="button"
              className="button"
              onClick={() => void todaysClass.load(course.id, course.lessonsOrder)}
            >
              {text("screen.retry")}
            </button>
          </>
        ) : null}
        {today ? <Week today={today} toDo={toDo} /> : null}
        {today && today.assignments.length > 0 ? (
          <>
            <h3 id="assignments-waiting">{text("progress.assignments")}</h3>
            <ul className={styles.assignments} aria-labelledby="assignments-waiting">
              {today.assignments.map((assignment) => {
                const lesson = byId(assignment.lesson_id);
                return lesson ? (
                  <li key={assignment.id}>
                    <Link href={assignmentPath(hrefOf(lesson.key))}>
                      {assignment.title || title(lesson)}
                    </Link>
                  </li>
                ) : null;
              })}
            </ul>
          </>
        ) : null}
      </section>
    </div>
  );
};
