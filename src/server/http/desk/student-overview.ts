import { type Kysely, sql } from "kysely";
import type { STUDENT_FILTERS, STUDENT_SORTS } from "../../../contract/desk-students.ts";
import { hasPaused, type StudentState, studentState } from "../../../domain/student-state.ts";
import { amongIds } from "../../db/among-ids.ts";
import type { Account, Tables } from "../../db/schema.ts";
import { waitForAll } from "../../db/wait-for-all.ts";
import { schoolToday } from "../school-today.ts";
import type { Services } from "../services.ts";
import { coursesShown, type HeldCourse, heldCourses, lessonsShown } from "./held-courses.ts";
import type { VisibleRows } from "./visible-rows.ts";
import { createWeekCount, weekPlaces } from "./week-count.ts";

/** What a list of students is filtered and sorted by. */
export interface StudentOverview {
  /** In milliseconds since 1970; null: never. */
  readonly lastSeen: number | null;
  /** The least share of a week's target that is met, of the courses with one. */
  readonly week: number;
  readonly waiting: number;
  /** The last day of the course that ends first, of those that have not ended. */
  readonly until: string | null;
  readonly state: StudentState;
}

interface Asked {
  readonly accounts: readonly (Pick<Account, "id" | "registered" | "last_login"> & {
    readonly may_sign_in: number;
  })[];
  readonly filter: (typeof STUDENT_FILTERS)[number];
  readonly sort: (typeof STUDENT_SORTS)[number];
  /** The course whose week counts; null: all of them. */
  readonly course: number | null;
}

interface Study {
  readonly account_id: number;
  readonly last_seen: number;
  readonly completed: number;
}

/** What is not asked for is not read. */
const NOTHING: Promise<never[]> = Promise.resolve([]);

const readStudy = (db: Kysely<Tables>, lessons: readonly number[] | null) =>
  db
    .selectFrom("progress")
    .select(({ fn }) => [
      "account_id",
      fn.max("last_seen").as("last_seen"),
      fn.count<number>("completed").as("completed"),
    ])
    .where(lessons === null ? sql<boolean>`true` : amongIds(db, "lesson_id", lessons))
    .groupBy("account_id")
    .execute();

const readCompleted = (db: Kysely<Tables>, since: number) =>
  db
    .selectFrom("progress")
    .select(["account_id", "lesson_id", "completed"])
    .where("completed", ">=", since)
    .execute();

const readWaiting = (db: Kysely<Tables>, visible: VisibleRows) =>
  db
    .selectFrom("upload")
    .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
    .select(({ fn }) => ["account_id", fn.countAll<number>().as("count")])
    .where("state", "=", "uploaded")
    .where("latest", "=", 1)
    .where(visible.handIns())
    .groupBy("account_id")
    .execute();

const lengthOf = ({ entry }: HeldCourse): number => entry.course.lessonsOrder.length;

/**
 * The lessons of those who have paused and may have finished a course, by account: nobody has who has
 * completed fewer lessons than a course has.
 */
const readFinished = async (
  db: Kysely<Tables>,
  held: ReadonlyMap<number, readonly HeldCourse[]>,
  study: ReadonlyMap<number, Study>,
  now: number,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> => {
  const may = [...held]
    .filter(([id, courses]) => {
      const own = study.get(id);
      if (!own || !hasPaused(Number(own.last_seen), now)) return false;
      const completed = Number(own.completed);
      return courses.some((course) => completed >= lengthOf(course));
    })
    .map(([id]) => id);
  if (may.length === 0) return new Map();
  const rows = await db
    .selectFrom("progress")
    .select(["account_id", "lesson_id"])
    .where(amongIds(db, "account_id", may))
    .where("completed", "is not", null)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.account_id)].map(([id, own]) => [
      id,
      new Set(own.map((row) => row.lesson_id)),
    ]),
  );
};

const firstToEnd = (held: readonly HeldCourse[]): string | null =>
  held
    .filter(({ isActive }) => isActive)
    .flatMap(({ until }) => until ?? [])
    .toSorted()[0] ?? null;

/** Reads what a filter and a sort need, of all students at once. */
export const overviewOf = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  { accounts, filter, sort, course: only }: Asked,
): Promise<ReadonlyMap<number, StudentOverview>> => {
  const { current } = services.catalogue;
  const shown = coursesShown(current, visible.viewer);
  const weekCount = createWeekCount(services);
  const [subscriptions, study, completed, waiting, places] = await waitForAll(
    db
      .selectFrom("subscription")
      .selectAll()
      .where(amongIds(db, "course_id", shown.keys()))
      .execute(),
    filter === "stuck" || sort === "seen"
      ? readStudy(db, lessonsShown(current, visible.viewer))
      : NOTHING,
    sort === "week" ? readCompleted(db, weekCount.earliest) : NOTHING,
    filter === "waiting" || sort === "waiting" ? readWaiting(db, visible) : NOTHING,
    weekPlaces(db, sort === "week" ? accounts.map(({ id }) => id) : []),
  );
  const held = heldCourses(services, shown, subscriptions);
  const now = services.clock();
  const studyOf = new Map(study.map((row) => [row.account_id, row]));
  const finished =
    filter === "stuck"
      ? await readFinished(db, held, studyOf, now)
      : new Map<number, Set<number>>();
  const completedBy = Map.groupBy(completed, (row) => row.account_id);
  const waitingOf = new Map(waiting.map((row) => [row.account_id, Number(row.count)]));
  const today = schoolToday(services);

  return new Map(
    accounts.map(({ id, registered, last_login, may_sign_in }) => {
      const courses = held.get(id) ?? [];
      const open = courses.filter(({ isActive }) => isActive);
      const done = finished.get(id);
      const lastStudied = studyOf.has(id) ? Number(studyOf.get(id)?.last_seen) : null;
      const own = completedBy.get(id) ?? [];
      const overview = {
        lastSeen: Math.max(lastStudied ?? 0, Number(last_login ?? 0)) || null,
        week: Math.min(
          1,
          ...open
            .map(({ entry }) => ({ entry, ...entry.course.props }))
            .filter((each) => each.weeklyTarget > 0 && (only === null || each.id === only))
            .map((each) => weekCount.doneIn(each.entry, own, places.get(id)) / each.weeklyTarget),
        ),
        waiting: waitingOf.get(id) ?? 0,
        until: firstToEnd(courses),
        state: studentState({
          now,
          today,
          registered,
          courses: courses.map((course) => ({
            ...course,
            isFinished: course.entry.course.lessonsOrder.every((lesson) => done?.has(lesson.id)),
          })),
          lastStudied,
          maySignIn: may_sign_in === 1,
        }),
      };
      return [id, overview];
    }),
  );
};
