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
import { planWeek } from "../../domain/study-week.ts";
import { titleIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Tape } from "../../ui/tape.tsx";
import styles from "./progress.module.css";
import { type ClassOfDay, useToday } from "./today-service.ts";

/** Adds what has been completed since the class was fetched, maybe without a network. */
const withDoneSince = (fetched: ClassOfDay, completed: ReadonlySet<Id>): ClassOfDay => {
  const { date, lessons } = fetched;
  const since = lessons.filter((lesson) => !lesson.completed && completed.has(lesson.id)).length;
  return {
    ...fetched,
    doneThisWeek: fetched.doneThisWeek + since,
    days: fetched.days.map((day) => (day.date === date ? { ...day, done: day.done + since } : day)),
  };
};

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
  const today = isShown ? withDoneSince(latest as ClassOfDay, completed) : null;
  const lessons = Object.values(product.lessons);
  const byId = (id: Id | null | undefined) => lessons.find((lesson) => lesson.dbid === id);
  const title = (lesson: Lesson) => titleIn(lesson.title, reads);

  const nextLesson = byId(next);
  const last = byId(lastStudied?.id);
  const left = course.lessonsOrder.filter(({ id }) => !completed.has(id)).length;
  const asked = (today?.lessons ?? []).flatMap(({ id }) => byId(id) ?? []);

  /** Said where nothing is left to do today. */
  const nothing = ({ weeklyTarget, doneThisWeek }: ClassOfDay) => {
    if (left === 0) return text("progress.finished");
    if (weeklyTarget === 0) return text("progress.no-target");
    return text(doneThisWeek < weeklyTarget ? "progress.day-met" : "progress.target-met");
  };

  return (
    <div className={styles.columns}>
      <section className="sheet" aria-labelledby="today-lessons">
        <h2 id="today-lessons">{text("progress.lessons")}</h2>
        {asked.length > 0 ? (
          <ol className={styles.lessons} aria-labelledby="today-lessons">
            {asked.map((lesson) => (
              <li key={lesson.key}>
                <Link href={hrefOf(lesson.key)}>
                  <Title of={lesson.title} />
                </Link>
                {completed.has(lesson.dbid) ? (
                  <span> ✓&nbsp;{text("lessons.completed")}</span>
                ) : null}
              </li>
            ))}
          </ol>
        ) : null}
        {today && asked.every(({ dbid }) => completed.has(dbid)) ? <p>{nothing(today)}</p> : null}
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
        {today ? <Week today={today} left={left} /> : null}
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
  /** The number of lessons of the course that are not completed. */
  left: number;
}

/** The week's target as a tape, and below it the completed and planned lessons of each day. */
const Week = ({ today, left }: WeekProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { weeklyTarget, doneThisWeek, days, date } = today;
  const { toDo } = planWeek({ ...today, left });
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
