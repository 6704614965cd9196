import { type Kysely, sql } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { getDeskStudent } from "../../contract/desk-students.ts";
import { nextToStudy } from "../../domain/lesson-access.ts";
import { studentState } from "../../domain/student-state.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { amongIds } from "../db/given-values.ts";
import type { Account, Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { placedLesson } from "../study/course-positions.ts";
import { referencesTo } from "../study/progress/record-study.ts";
import { coursesShown, type HeldCourse, heldCourses, lessonsShown } from "./viewer.ts";
import type { VisibleRows } from "./visible-rows.ts";
import { createWeekCount, type WeekCount, type WeekPlace, weekPlaces } from "./week-count.ts";

type SentStudent = SentAnswer<typeof getDeskStudent>["student"];

type StudentAccount = Pick<
  Account,
  "id" | "first_name" | "last_name" | "username" | "last_login" | "registered"
> & { readonly may_sign_in: number };

/** 0 for an account without a password, as before an invitation. PostgreSQL has booleans, SQLite has not. */
export const maySignIn = sql<number>`case when password = '' and last_login is null then 0 else 1 end`;

type StudiedLesson = Pick<Tables["progress"], "account_id" | "lesson_id" | "completed"> & {
  last_seen: number;
};

interface StudentRows {
  readonly held: readonly HeldCourse[];
  /** Their lessons of the courses that the viewer sees, the one that was open last first. */
  readonly studied: readonly StudiedLesson[];
  readonly handIns: SentStudent["hand_ins"];
  readonly conversations: number;
  readonly place: WeekPlace | undefined;
}

const NO_HAND_INS: SentStudent["hand_ins"] = { waiting: 0, accepted: 0, returned: 0 };

const asSent = (
  services: Pick<Services, "catalogue" | "clock">,
  weekCount: WeekCount,
  account: StudentAccount,
  { held, studied, handIns, conversations, place }: StudentRows,
): SentStudent => {
  const { current } = services.catalogue;
  const completed = studied.filter((row) => row.completed !== null);
  const done = new Set(completed.map((row) => row.lesson_id));
  const progress = held.map(({ entry, from, until }) => {
    const { lessonsOrder, props } = entry.course;
    const next = current.lessons.get(Number(nextToStudy(lessonsOrder, done)));
    return {
      course_id: props.id,
      title: props.title,
      translations: props.translations,
      lessons: lessonsOrder.length,
      completed: lessonsOrder.filter(({ id }) => done.has(id)).length,
      next: referencesTo(current, entry, next, done)[0] ?? null,
      week: { done: weekCount.doneIn(entry, completed, place), target: props.weeklyTarget },
      from,
      until,
    };
  });
  const [last] = studied.flatMap(({ lesson_id }) => {
    const entry = current.lessons.get(lesson_id);
    const course = held.find((own) => entry && placedLesson(own.entry, entry) !== null);
    return course ? referencesTo(current, course.entry, entry, done) : [];
  });
  const lastStudied = studied[0] ? Number(studied[0].last_seen) : null;
  const seen = Math.max(lastStudied ?? 0, Number(account.last_login ?? 0));
  return {
    id: account.id,
    name: nameOf(account),
    seen: seen === 0 ? null : new Date(seen).toISOString(),
    courses: progress,
    lesson: last ?? null,
    hand_ins: handIns,
    waiting: handIns.waiting + conversations,
    ...studentState({
      now: services.clock(),
      today: schoolToday(services),
      registered: account.registered,
      courses: held.map((course, at) => ({
        ...course,
        isFinished: progress[at]?.completed === progress[at]?.lessons,
      })),
      lastStudied,
      maySignIn: account.may_sign_in === 1,
    }),
  };
};

/** The present state of the hand-ins that a viewer may see, counted by account and state. */
const countHandIns = (db: Kysely<Tables>, visible: VisibleRows, accountIds: readonly number[]) =>
  db
    .selectFrom("upload")
    .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
    .select(({ fn }) => ["account_id", "state", fn.countAll<number>().as("count")])
    .where(amongIds(db, "upload.account_id", accountIds))
    .where("latest", "=", 1)
    .where(visible.handIns())
    .groupBy(["account_id", "state"])
    .execute();

/**
 * The conversations that wait for an answer and that a viewer may see, counted by account.
 * @param accountIds absent: of everybody
 */
export const countWaitingConversations = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  accountIds?: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const rows = await db
    .selectFrom("conversation")
    .select(({ fn }) => ["account_id", fn.countAll<number>().as("count")])
    .where("waiting", "=", 1)
    .where("last_id", ">", 0)
    .where(accountIds ? amongIds(db, "account_id", accountIds) : sql<boolean>`true`)
    .where(visible.conversations())
    .groupBy("account_id")
    .execute();
  return new Map(rows.map(({ account_id, count }) => [account_id, Number(count)]));
};

/**
 * Students as a viewer sees them, by their ids. A few queries read all of them.
 * @param accountIds those whom the viewer may see
 */
export const studentsOf = async (
  services: Pick<Services, "catalogue" | "clock">,
  db: Kysely<Tables>,
  visible: VisibleRows,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, SentStudent>> => {
  const { current } = services.catalogue;
  const { viewer } = visible;
  const shown = coursesShown(current, viewer);
  const lessons = lessonsShown(current, viewer);
  const [accounts, subscriptions, studied, handIns, conversations, places] = await waitForAll(
    db
      .selectFrom("account")
      .select(["id", "first_name", "last_name", "username", "last_login", "registered"])
      .select(maySignIn.as("may_sign_in"))
      .where(amongIds(db, "id", accountIds))
      .execute(),
    db
      .selectFrom("subscription")
      .selectAll()
      .where(amongIds(db, "account_id", accountIds))
      .execute(),
    db
      .selectFrom("progress")
      .select(["account_id", "lesson_id", "completed", "last_seen"])
      .where(amongIds(db, "account_id", accountIds))
      .where(lessons === null ? sql<boolean>`true` : amongIds(db, "lesson_id", lessons))
      .orderBy("last_seen", "desc")
      .orderBy("lesson_id", "desc")
      .execute(),
    countHandIns(db, visible, accountIds),
    countWaitingConversations(db, visible, accountIds),
    weekPlaces(db, accountIds),
  );
  const held = heldCourses(services, shown, subscriptions);
  const studiedBy = Map.groupBy(studied, (row) => row.account_id);
  const handInsOf = Map.groupBy(handIns, (row) => row.account_id);
  const weekCount = createWeekCount(services);
  return new Map(
    accounts.map((account) => {
      const counted = (handInsOf.get(account.id) ?? []).map(({ state, count }) => [
        state === "uploaded" ? "waiting" : state,
        Number(count),
      ]);
      const rows = {
        held: held.get(account.id) ?? [],
        studied: studiedBy.get(account.id) ?? [],
        handIns: { ...NO_HAND_INS, ...Object.fromEntries(counted) },
        conversations: conversations.get(account.id) ?? 0,
        place: places.get(account.id),
      };
      return [account.id, asSent(services, weekCount, account, rows)];
    }),
  );
};
