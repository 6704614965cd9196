import type { SentLessonReference, SentToday } from "../../../contract/progress.ts";
import type { DeepReadonly } from "../../../contract/wire.ts";
import { isLessonOpen, nextToStudy } from "../../../domain/lesson-access.ts";
import { todaysLessons } from "../../../domain/todays-lessons.ts";
import { titleIn } from "../../../domain/translated.ts";
import type { Weekday } from "../../../domain/week-locale.ts";
import type { Database } from "../../db/open-database.ts";
import { together } from "../../db/together.ts";
import { assignmentStates } from "../assignments/uploads.ts";
import type { CatalogueCourse, CatalogueLesson } from "../catalogue.ts";
import { placedLesson } from "../products/course-positions.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";

export interface TodayRequest {
  readonly course: CatalogueCourse;
  readonly person: SignedIn;
  /** The language of the assignments' titles; English when one is missing. */
  readonly language: string;
  /** The first day of the person's week. */
  readonly weekStart: Weekday;
  /** A lesson in the form of the progress calls, as a list of one. */
  readonly references: (entry: CatalogueLesson, done: ReadonlySet<number>) => SentLessonReference[];
}

/** The assignments of a course, and their states for a person. */
const readAssignments = async ({ read }: Database, { course, person }: TodayRequest) => {
  const [states, rows] = await together(
    assignmentStates(read, person.accountId),
    read
      .selectFrom("assignment")
      .select(["lesson_id", "title"])
      .where("product", "=", course.product.data.props.key)
      .execute(),
  );
  return { states, rows };
};

/** The assignments of a course that a person has not handed in yet or has to correct. */
const assignmentsWaiting = (
  services: Services,
  { course, person, language }: TodayRequest,
  done: ReadonlySet<number>,
  { states, rows }: Awaited<ReturnType<typeof readAssignments>>,
) => {
  const { lessonsOrder } = course.course;
  const next = nextToStudy(lessonsOrder, done);
  return rows
    .flatMap((row) => {
      const entry = services.catalogue.current.lessons.get(row.lesson_id);
      const placed = entry ? placedLesson(course, entry) : null;
      const state = states.get(row.lesson_id) ?? "open";
      if (placed === null || state === "uploaded" || state === "accepted") return [];
      const open = isLessonOpen(lessonsOrder, placed, next, person.level);
      if (!open && !done.has(row.lesson_id)) return [];
      return { row, state, place: lessonsOrder.findIndex(({ id }) => id === placed) };
    })
    .toSorted((a, b) => a.place - b.place || a.row.lesson_id - b.row.lesson_id)
    .map(({ row, state }) => ({
      id: row.lesson_id,
      lesson_id: row.lesson_id,
      title: titleIn(JSON.parse(row.title), language),
      state,
    }));
};

/** What to study today to meet the week's target, and the open assignments. */
export const todaysClass = async (
  services: Services,
  asked: TodayRequest,
): Promise<DeepReadonly<SentToday>> => {
  const { lessonsOrder, props } = asked.course.course;
  const [rows, assignments] = await together(
    services.database.read
      .selectFrom("progress")
      .select(["lesson_id", "completed"])
      .where("account_id", "=", asked.person.accountId)
      .where("completed", "is not", null)
      .execute(),
    readAssignments(services.database, asked),
  );
  const completed = new Map(
    rows.map((row) => [row.lesson_id, new Date(Number(row.completed)).toISOString()]),
  );
  const done = new Set(completed.keys());
  const { lessons, ...week } = todaysLessons({
    now: services.clock(),
    order: lessonsOrder,
    weeklyTarget: props.weeklyTarget,
    completed,
    weekStart: asked.weekStart,
  });
  return {
    ...week,
    lessons: lessons.flatMap((id) => {
      const entry = services.catalogue.current.lessons.get(Number(id));
      return entry ? asked.references(entry, done) : [];
    }),
    assignments: assignmentsWaiting(services, asked, done, assignments),
  };
};
