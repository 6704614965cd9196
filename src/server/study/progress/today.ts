import type { SentLessonReference, SentToday } from "../../../contract/progress.ts";
import type { DeepReadonly } from "../../../contract/wire.ts";
import type { DayOf } from "../../../domain/calendar.ts";
import { isLessonOpen, nextToStudy } from "../../../domain/lesson-access.ts";
import { studyDay } from "../../../domain/study-week.ts";
import { storedTitle } from "../../../domain/translated.ts";
import type { Weekday } from "../../../domain/week-locale.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import { statesForStudent } from "../../assignments/uploads.ts";
import type { CatalogueCourse, CatalogueLesson } from "../../content/catalogue.ts";
import { compileOnce } from "../../db/compiled-query.ts";
import { waitForAll } from "../../db/wait-for-all.ts";
import type { Services } from "../../services.ts";
import { placedLesson } from "../course-positions.ts";

interface TodayRequest {
  readonly course: CatalogueCourse;
  readonly person: SignedIn;
  /** The language of the assignments' titles; English when one is missing. */
  readonly language: string;
  /** The student's day of a time. */
  readonly dayOf: DayOf<"student">;
  /** The first day of the person's week. */
  readonly weekStart: Weekday;
  /** A lesson in the form of the progress calls, as a list of one. */
  readonly references: (entry: CatalogueLesson, done: ReadonlySet<number>) => SentLessonReference[];
}

/** The assignments of a course that a person has not handed in yet or has to correct. */
const assignmentsWaiting = (
  services: Services,
  { course, person, language }: TodayRequest,
  done: ReadonlySet<number>,
  states: Awaited<ReturnType<typeof statesForStudent>>,
) => {
  const { lessonsOrder } = course.course;
  const { assignments, lessons } = services.catalogue.current;
  const product = course.product.data.props.key;
  const next = nextToStudy(lessonsOrder, done);
  return [...assignments.values()]
    .filter((assignment) => assignment.product === product)
    .flatMap(({ lessonId, title }) => {
      const entry = lessons.get(lessonId);
      const placed = entry ? placedLesson(course, entry) : null;
      const state = states.get(lessonId) ?? "open";
      if (placed === null || state === "uploaded" || state === "accepted") return [];
      const open = isLessonOpen(lessonsOrder, placed, next, person.level);
      if (!open && !done.has(lessonId)) return [];
      return { lessonId, title, state, place: lessonsOrder.findIndex(({ id }) => id === placed) };
    })
    .toSorted((a, b) => a.place - b.place || a.lessonId - b.lessonId)
    .map(({ lessonId, title, state }) => ({
      id: lessonId,
      lesson_id: lessonId,
      title: storedTitle(title, language),
      state,
    }));
};

const findCompleted = compileOnce((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom("progress")
    .select(["lesson_id", "completed"])
    .where("account_id", "=", accountId)
    .where("completed", "is not", null),
);

/** What today asks for, so that the week's target is met, and the open assignments. */
export const todaysClass = async (
  services: Services,
  asked: TodayRequest,
): Promise<DeepReadonly<SentToday>> => {
  const { lessonsOrder, props } = asked.course.course;
  const { read } = services.database;
  const { accountId } = asked.person;
  const now = services.clock();
  const [{ rows }, states] = await waitForAll(
    findCompleted(read, { accountId }),
    statesForStudent(read, accountId, now),
  );
  const completed = new Map(
    rows.map((row) => [row.lesson_id, new Date(Number(row.completed)).toISOString()]),
  );
  const done = new Set(completed.keys());
  const { dayOf, weekStart } = asked;
  const week = { date: dayOf(now), weeklyTarget: props.weeklyTarget, weekStart };
  const plan = studyDay({ ...week, order: lessonsOrder, completed, dayOf });
  return {
    ...week,
    doneThisWeek: plan.doneThisWeek,
    days: [...plan.days],
    lessons: plan.lessons.flatMap((id) => {
      const entry = services.catalogue.current.lessons.get(Number(id));
      return entry ? asked.references(entry, done) : [];
    }),
    assignments: assignmentsWaiting(services, asked, done, states),
  };
};
