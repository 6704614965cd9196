import { type Kysely, sql } from "kysely";
import type { STUDENTS_LIST } from "../../contract/desk-students.ts";
import type { ListQuery } from "../../domain/list-query.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { hasPaused, type StudentState, studentState } from "../../domain/student-state.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { CatalogueCourse } from "../content/catalogue.ts";
import { amongIds } from "../db/given-values.ts";
import type { Account, Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { HttpProblem } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { sharedDrafts } from "../study/saved-draft-routes.ts";
import { consentedMeasurements } from "./consented-measurements.ts";
import { otherHandIns } from "./hand-in.ts";
import { countWaitingConversations, studentsOf } from "./students.ts";
import { coursesShown, type HeldCourse, heldCourses, lessonsShown } from "./viewer.ts";
import { type VisibleRows, visibleTo } from "./visible-rows.ts";
import { createWeekCount, weekPlaces } from "./week-count.ts";

/** What a list of students is filtered and sorted by. */
export interface StudentOverview {
  /** In milliseconds since 1970; null: never. */
  readonly lastSeen: number | null;
  /** The least share of a week's target that is met, of the courses with one. */
  readonly week: number;
  /** Hand-ins and conversations. */
  readonly waiting: number;
  /** The last day of the course that ends first, of those that have not ended. */
  readonly until: string | null;
  readonly state: StudentState;
}

interface ListRequest extends Pick<ListQuery<typeof STUDENTS_LIST>, "filter" | "sort"> {
  readonly accounts: readonly (Pick<Account, "id" | "registered" | "last_login"> & {
    readonly may_sign_in: number;
  })[];
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
const NOBODY: Promise<ReadonlyMap<number, number>> = Promise.resolve(new Map());

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

/** How many hand-ins and conversations wait for an answer, by account. */
const readWaiting = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
): Promise<ReadonlyMap<number, number>> => {
  const handIns = await db
    .selectFrom("upload")
    .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
    .select(({ fn }) => ["account_id", fn.countAll<number>().as("count")])
    .where("state", "=", "uploaded")
    .where("latest", "=", 1)
    .where(visible.handIns())
    .groupBy("account_id")
    .execute();
  const waiting = new Map(await countWaitingConversations(db, visible));
  for (const { account_id, count } of handIns) {
    waiting.set(account_id, Number(count) + (waiting.get(account_id) ?? 0));
  }
  return waiting;
};

const lengthOf = ({ entry }: HeldCourse): number => entry.course.lessonsOrder.length;

/**
 * Who of those who have paused has finished a course, by the course: nobody has who has completed fewer lessons than
 * it has.
 */
const readFinished = async (
  db: Kysely<Tables>,
  held: ReadonlyMap<number, readonly HeldCourse[]>,
  study: ReadonlyMap<number, Study>,
  now: number,
): Promise<ReadonlyMap<CatalogueCourse, ReadonlySet<number>>> => {
  const may = [...held].flatMap(([id, courses]) => {
    const own = study.get(id);
    if (!own || !hasPaused(Number(own.last_seen), now)) return [];
    const completed = Number(own.completed);
    return courses
      .filter((course) => completed >= lengthOf(course))
      .map(({ entry }) => ({ id, entry }));
  });
  const finished = new Map<CatalogueCourse, Set<number>>();
  for (const [entry, students] of Map.groupBy(may, (each) => each.entry)) {
    const lessons = entry.course.lessonsOrder.map(({ id }) => id);
    const rows = await db
      .selectFrom("progress")
      .select("account_id")
      .where(
        amongIds(
          db,
          "account_id",
          students.map(({ id }) => id),
        ),
      )
      .where(amongIds(db, "lesson_id", lessons))
      .where("completed", "is not", null)
      .groupBy("account_id")
      .having(({ fn }) => fn.countAll(), "=", new Set(lessons).size)
      .execute();
    finished.set(entry, new Set(rows.map(({ account_id }) => account_id)));
  }
  return finished;
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
  { accounts, filter, sort, course: only }: ListRequest,
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
    filter === "waiting" || sort === "waiting" ? readWaiting(db, visible) : NOBODY,
    weekPlaces(db, sort === "week" ? accounts.map(({ id }) => id) : []),
  );
  const held = heldCourses(services, shown, subscriptions);
  const now = services.clock();
  const studyOf = new Map(study.map((row) => [row.account_id, row]));
  const finished =
    filter === "stuck"
      ? await readFinished(db, held, studyOf, now)
      : new Map<CatalogueCourse, Set<number>>();
  const completedBy = Map.groupBy(completed, (row) => row.account_id);
  const today = schoolToday(services);

  return new Map(
    accounts.map(({ id, registered, last_login, may_sign_in }) => {
      const courses = held.get(id) ?? [];
      const open = courses.filter(({ isActive }) => isActive);
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
        waiting: waiting.get(id) ?? 0,
        until: firstToEnd(courses),
        state: studentState({
          now,
          today,
          registered,
          courses: courses.map((course) => ({
            ...course,
            isFinished: lengthOf(course) === 0 || finished.get(course.entry)?.has(id) === true,
          })),
          lastStudied,
          maySignIn: may_sign_in === 1,
        }),
      };
      return [id, overview];
    }),
  );
};

const CONVERSATIONS_AT_ONCE = 50;

/** The 404 for nobody, for somebody who is no student, and for a student of other courses. */
export const studentNotFound = (): HttpProblem =>
  new HttpProblem(404, "student/not_found", "There is no such student");

const conversationsWith = async (db: Kysely<Tables>, visible: VisibleRows, accountId: number) => {
  const rows = await db
    .selectFrom("conversation")
    .innerJoin("message as closing", "closing.id", "conversation.last_id")
    .select([
      "conversation.id",
      "conversation.waiting",
      "closing.created",
      sql<string>`(select subject from message where id =
        (select min(id) from message where conversation_id = conversation.id))`.as("subject"),
    ])
    .where("conversation.account_id", "=", accountId)
    .where(visible.conversations())
    .orderBy("last_id", "desc")
    .limit(CONVERSATIONS_AT_ONCE)
    .execute();
  return rows.map(({ id, waiting, created, subject }) => ({
    id,
    subject,
    date: new Date(Number(created)).toISOString(),
    waiting: waiting === 1,
  }));
};

/** A student with all that a tutor may see of them. @throws HttpProblem 404 */
export const studentPage = async (services: Services, tutor: SignedIn, id: number | null) => {
  const db = services.database.read;
  const visible = await visibleTo(services, db, tutor);
  const account = await db
    .selectFrom("account")
    .select("id")
    .where("id", "=", id ?? 0)
    .where("level", "<", TUTOR_LEVEL)
    .where(visible.accounts())
    .executeTakeFirst();
  if (!account) throw studentNotFound();
  const [students, handIns, conversations, measured, drafts] = await waitForAll(
    studentsOf(services, db, visible, [account.id]),
    otherHandIns(db, visible, account.id),
    conversationsWith(db, visible, account.id),
    consentedMeasurements(services, db, account.id),
    sharedDrafts(db, account.id),
  );
  const student = students.get(account.id);
  if (!student) throw studentNotFound();
  return { student, hand_ins: handIns, conversations, ...measured, drafts };
};
