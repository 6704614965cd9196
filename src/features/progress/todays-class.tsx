import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { assignmentPath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import type { Lesson } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import type { Selection } from "../../core/study.ts";
import { lessonsByDay } from "../../domain/study-week.ts";
import { titleIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Tape } from "../../ui/tape.tsx";
import styles from "./progress.module.css";
import { type ClassOfDay, useToday } from "./today-service.ts";

interface TodaysClassProps {
  selection: Selection;
  hrefOf: (lessonKey: string) => string;
}

/** The week so far, the proposed lessons, the last lesson, and the waiting assignments. */
export const TodaysClass = ({ selection, hrefOf }: TodaysClassProps) => {
  const { progress } = useApp();
  const todaysClass = useToday();
  const text = useText();
  const reads = useReads();
  const { value: latest, failure } = useSnapshot(todaysClass.state);
  const { next, lastStudied, completed } = useSnapshot(progress.state);
  const { course, product } = selection;
  // What was fetched yesterday is no class of today.
  const isShown = latest?.courseId === course.id && !(failure && todaysClass.isPast());
  const today = isShown ? (latest as ClassOfDay) : null;
  const lessons = Object.values(product.lessons);
  const byId = (id: Id | null | undefined) => lessons.find((lesson) => lesson.dbid === id);
  const title = (lesson: Lesson) => titleIn(lesson.title, reads);

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
        <FailureNotice
          failure={failure}
          messages={{ else: "progress.failed" }}
          onRetry={() => void todaysClass.load(course.id, course.lessonsOrder)}
        />
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

/** The maximum number of marks in a day's column. A larger number is written as a figure. */
const MARKS = 4;
/** The maximum number of parts on the tape. With more, the marks are too close to count. */
const PARTS = 20;

interface WeekProps {
  today: ClassOfDay;
  /** The number of lessons to study today and on each later day of the week. */
  toDo: readonly number[];
}

/** The week's target as a tape, and below it the completed and planned lessons of each day. */
const Week = ({ today, toDo }: WeekProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { weeklyTarget, doneThisWeek, days, date } = today;
  const from = days.findIndex((day) => day.date === date);
  const caption = text("progress.week-of", { done: doneThisWeek, target: weeklyTarget });
  const name = (day: string, weekday: "long" | "short") => formatDate(day, { weekday });

  return (
    <div className={styles.week}>
      {weeklyTarget > 0 ? (
        <>
          <Tape
            value={Math.min(doneThisWeek, weeklyTarget)}
            max={weeklyTarget}
            label={text("progress.week")}
            text={caption}
            parts={weeklyTarget <= PARTS ? weeklyTarget : undefined}
          />
          <p aria-hidden="true">{caption}</p>
        </>
      ) : null}
      <ol className={styles.days} aria-label={text("progress.days")}>
        {days.map((day, index) => {
          const planned = from >= 0 && index >= from ? (toDo[index - from] ?? 0) : 0;
          const values = { day: name(day.date, "long"), done: day.done, toDo: planned };
          return (
            <li key={day.date} aria-current={day.date === date ? "date" : undefined}>
              <span className="unseen">
                {text(planned > 0 ? "progress.day-to-do" : "progress.day", values)}
              </span>
              <span className={styles.marks} aria-hidden="true">
                <Marks count={day.done} kind="done" />
                <Marks count={planned} kind="to-do" />
              </span>
              <span className={styles.name} aria-hidden="true">
                {name(day.date, "short")}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
};

const Marks = ({ count, kind }: { count: number; kind: "done" | "to-do" }) => {
  if (count > MARKS) {
    return (
      <span className={styles.mark} data-kind={kind}>
        {count}
      </span>
    );
  }
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the marks are identical
    <span key={index} className={styles.mark} data-kind={kind} />
  ));
};
