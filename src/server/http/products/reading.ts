import type { Kysely } from "kysely";
import type { SentCourse } from "../../../contract/content.ts";
import { dayOf } from "../../../domain/calendar.ts";
import { courseState, type Subscription } from "../../../domain/course-expiry.ts";
import { isLessonOpen, nextToStudy } from "../../../domain/lesson-access.ts";
import { entryInOrder, namingOrAll } from "../../../domain/menu-position.ts";
import { ADMIN_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import type { CatalogueCourse, CatalogueLesson } from "../catalogue.ts";
import { HttpProblem } from "../problem.ts";
import type { Reader, Student } from "../reader.ts";
import type { Services } from "../services.ts";

const WITHOUT_DATES: Subscription = { expDate: null, subDate: null, subMonths: null };

/** A course of somebody's, with the dates of the subscription. */
export interface OwnCourse {
  entry: CatalogueCourse;
  subscription: Subscription;
}

/** The courses of a person; administrators have all. */
export const ownCourses = async (
  { catalogue }: Services,
  db: Kysely<Tables>,
  person: Student,
): Promise<OwnCourse[]> => {
  const rows = await db
    .selectFrom("subscription")
    .selectAll()
    .where("account_id", "=", person.accountId)
    .execute();
  const subscriptions = new Map<number, Subscription>(
    rows.map((row) => [
      row.course_id,
      { expDate: row.exp_date, subDate: row.sub_date, subMonths: row.sub_months },
    ]),
  );
  const own: OwnCourse[] = [];
  for (const [id, entry] of catalogue.current.courses) {
    const subscription = subscriptions.get(id);
    if (subscription) own.push({ entry, subscription });
    else if (person.level >= ADMIN_LEVEL) own.push({ entry, subscription: WITHOUT_DATES });
  }
  return own;
};

/** A course of a reader's. */
export interface HeldCourse {
  entry: CatalogueCourse;
  /** Whether it may be studied today. */
  isActive: boolean;
}

const heldByPerson = async (
  services: Services,
  db: Kysely<Tables>,
  person: Student,
): Promise<HeldCourse[]> => {
  const today = dayOf(services.clock());
  return (await ownCourses(services, db, person)).map(({ entry, subscription }) => ({
    entry,
    isActive: courseState(subscription, today, person.level).kind === "active",
  }));
};

/** The account as a reader; null where it is gone. */
export const findStudent = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<Student | null> => {
  const row = await db
    .selectFrom("account")
    .select("level")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ? { accountId, level: row.level } : null;
};

/** The courses of whoever reads: a licence that is a person's own has that person's. */
export const heldCourses = async (
  services: Services,
  db: Kysely<Tables>,
  reader: Reader,
): Promise<HeldCourse[]> => {
  if (reader.kind === "person") return heldByPerson(services, db, reader.person);
  const { accountId, courses } = reader.licence;
  if (accountId !== null) {
    const owner = await findStudent(db, accountId);
    return owner ? heldByPerson(services, db, owner) : [];
  }
  return [...services.catalogue.current.courses.values()]
    .filter(({ course }) => courses === null || courses.includes(course.props.id))
    .map((entry) => ({ entry, isActive: true }));
};

/** The ids of the lessons that a person has completed. */
export const completedLessons = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<Set<number>> => {
  const rows = await db
    .selectFrom("progress")
    .select("lesson_id")
    .where("account_id", "=", accountId)
    .where("completed", "is not", null)
    .execute();
  return new Set(rows.map((row) => row.lesson_id));
};

/** Where a lesson stands in a course's order: at its own entry, or at its main lesson's. */
export const placeOf = (
  { course }: CatalogueCourse,
  { lesson, mainLessonId }: CatalogueLesson,
): SentCourse["lessonsOrder"][number] | null =>
  entryInOrder(course.lessonsOrder, lesson.dbid, () => mainLessonId);

/** The lesson whose place in an order counts: its own, or its main lesson's where it has none. */
export const placedLesson = (course: CatalogueCourse, entry: CatalogueLesson): number | null =>
  placeOf(course, entry)?.id ?? null;

/**
 * The courses that a lesson belongs to: those that name it or its main lesson. A lesson that no
 * course of its product names belongs to all of them.
 */
export const coursesWith = (entry: CatalogueLesson): readonly CatalogueCourse[] =>
  namingOrAll(entry.product.courses, (course) => placedLesson(course, entry) !== null);

/** What holds back a reader within courses that are open. */
interface Pace {
  /** Administrators read everything, in a course of theirs or not. */
  everything: boolean;
  /** What the access rule goes by; null where it holds nothing back. */
  completed: ReadonlySet<number> | null;
}

/** What a reader may read, as of now. */
export class ReadingState {
  readonly #held: readonly HeldCourse[];
  readonly #pace: Pace;

  constructor(held: readonly HeldCourse[], pace: Pace) {
    this.#held = held;
    this.#pace = pace;
  }

  /**
   * The reader's active courses that name the lesson, or its main lesson, in their order.
   */
  activeCourses(entry: CatalogueLesson): CatalogueCourse[] {
    return this.#coursesOf(entry)
      .filter(({ isActive }) => isActive)
      .map(({ entry: course }) => course);
  }

  /** All the reader's courses that the lesson belongs to, expired ones too. */
  courses(entry: CatalogueLesson): CatalogueCourse[] {
    return this.#coursesOf(entry).map(({ entry: course }) => course);
  }

  hasCompleted({ lesson }: CatalogueLesson): boolean {
    return this.#pace.completed?.has(lesson.dbid) ?? false;
  }

  /**
   * Why the lesson may not be read.
   * @returns 403 `lesson/not_active`, `course/expired` or `session/not_allowed`; null where it may
   */
  closedBecause(entry: CatalogueLesson): HttpProblem | null {
    if (this.#pace.everything) return null;
    if (this.#coursesOf(entry).length === 0) {
      return new HttpProblem(403, "session/not_allowed", "The lesson is in none of your courses");
    }
    const active = this.activeCourses(entry);
    if (active.length === 0) {
      return new HttpProblem(403, "course/expired", "Your course has expired");
    }
    return active.some((course) => this.#isOpenIn(course, entry))
      ? null
      : new HttpProblem(403, "lesson/not_active", "The lesson is not yet active");
  }

  /** @throws HttpProblem as `closedBecause` has it */
  mustBeOpen(entry: CatalogueLesson): void {
    const problem = this.closedBecause(entry);
    if (problem) throw problem;
  }

  #coursesOf(entry: CatalogueLesson): HeldCourse[] {
    const candidates = new Set(coursesWith(entry));
    return this.#held.filter((held) => candidates.has(held.entry));
  }

  #isOpenIn(course: CatalogueCourse, entry: CatalogueLesson): boolean {
    const { completed, everything } = this.#pace;
    if (everything || completed === null) return true;
    const { lessonsOrder } = course.course;
    const placed = placedLesson(course, entry) ?? entry.lesson.dbid;
    return isLessonOpen(lessonsOrder, placed, nextToStudy(lessonsOrder, completed), 0);
  }
}

/** Reads what a reader may read; give the transaction's queries within one. */
export const readerState = async (
  services: Services,
  db: Kysely<Tables>,
  reader: Reader,
): Promise<ReadingState> => {
  const held = await heldCourses(services, db, reader);
  if (reader.kind === "licence") {
    return new ReadingState(held, { everything: false, completed: null });
  }
  const { accountId, level } = reader.person;
  const completed = await completedLessons(db, accountId);
  return new ReadingState(held, { everything: level >= ADMIN_LEVEL, completed });
};

/** Reads what a person may read; give the transaction's queries within one. */
export const readingState = (
  services: Services,
  db: Kysely<Tables>,
  person: Student,
): Promise<ReadingState> => readerState(services, db, { kind: "person", person });
