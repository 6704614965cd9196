import type { Kysely } from "kysely";
import { courseState, type Subscription } from "../../domain/course-expiry.ts";
import { AFTER_END } from "../../domain/file-access.ts";
import { nextToStudy, openUpTo } from "../../domain/lesson-access.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import type { Reader, Student } from "../accounts/session/access.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { CatalogueCourse, CatalogueLesson, CatalogueProduct } from "../content/catalogue.ts";
import { compileOnce } from "../db/compiled-query.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { HttpProblem } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { coursesOfLesson, orderIndex, ordersByPlace } from "./course-positions.ts";

const WITHOUT_DATES: Subscription = { expDate: null, subDate: null, subMonths: null };

/** A person's course, with the dates of the subscription. */
export interface OwnCourse {
  entry: CatalogueCourse;
  subscription: Subscription;
}

const findSubscriptions = compileOnce((db, { accountId }: Pick<Student, "accountId">) =>
  db
    .selectFrom("subscription")
    .select(["course_id", "exp_date", "sub_date", "sub_months"])
    .where("account_id", "=", accountId),
);

/** A person's courses. Administrators have all courses. */
export const ownCourses = async (
  { catalogue }: Pick<Services, "catalogue">,
  db: Kysely<Tables>,
  person: Student,
): Promise<OwnCourse[]> => {
  const { rows } = await findSubscriptions(db, person);
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

interface ReaderCourse {
  entry: CatalogueCourse;
  /** Whether it may be studied today. */
  isActive: boolean;
}

const coursesOfPerson = async (
  services: Services,
  db: Kysely<Tables>,
  person: Student,
): Promise<ReaderCourse[]> => {
  const today = schoolToday(services);
  return (await ownCourses(services, db, person)).map(({ entry, subscription }) => ({
    entry,
    isActive: courseState(subscription, today, person.level).kind === "active",
  }));
};

/** The account as a reader; null when it has been deleted. */
const findStudent = async (db: Kysely<Tables>, accountId: number): Promise<Student | null> => {
  const row = await db
    .selectFrom("account")
    .select("level")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ? { accountId, level: row.level } : null;
};

/** A reader's courses. A licence with a personal serial number has that person's courses. */
export const readerCourses = async (
  services: Services,
  db: Kysely<Tables>,
  reader: Reader,
): Promise<ReaderCourse[]> => {
  if (reader.kind === "person") return coursesOfPerson(services, db, reader.person);
  const { accountId, courses } = reader.licence;
  if (accountId !== null) {
    const owner = await findStudent(db, accountId);
    return owner ? coursesOfPerson(services, db, owner) : [];
  }
  return [...services.catalogue.current.courses.values()]
    .filter(({ course }) => courses === null || courses.includes(course.props.id))
    .map((entry) => ({ entry, isActive: true }));
};

const findCompleted = compileOnce((db, { accountId }: Pick<Student, "accountId">) =>
  db
    .selectFrom("progress")
    .select("lesson_id")
    .where("account_id", "=", accountId)
    .where("completed", "is not", null),
);

/** The ids of the lessons that a person has completed. */
export const completedLessons = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<Set<number>> => {
  const { rows } = await findCompleted(db, { accountId });
  return new Set(rows.map((row) => row.lesson_id));
};

/** What a reader may read within active courses. */
interface ReadingRights {
  /** Administrators may read every lesson, including those outside their courses. */
  everything: boolean;
  /** The completed lessons, for the lesson access rule; null when the rule does not apply. */
  completed: ReadonlySet<number> | null;
}

/** What a reader may read now. */
export class ReadingState {
  readonly #held: readonly ReaderCourse[];
  readonly #rights: ReadingRights;
  /** The last open position of each course, computed when first needed. */
  readonly #openTo = new Map<CatalogueCourse, number>();

  constructor(held: readonly ReaderCourse[], rights: ReadingRights) {
    this.#held = held;
    this.#rights = rights;
  }

  /** The reader's active courses that contain the lesson or its main lesson, in order. */
  activeCourses(entry: CatalogueLesson): CatalogueCourse[] {
    return this.#coursesOf(entry)
      .filter(({ isActive }) => isActive)
      .map(({ entry: course }) => course);
  }

  /** All of the reader's courses that the lesson belongs to, including expired ones. */
  courses(entry: CatalogueLesson): CatalogueCourse[] {
    return this.#coursesOf(entry).map(({ entry: course }) => course);
  }

  /** How far each of the reader's courses is open for files, by its id. */
  get fileReach(): Map<number, number> {
    const reach = (held: ReaderCourse) => (held.isActive ? this.#openIn(held.entry) : AFTER_END);
    return new Map(this.#held.map((held) => [held.entry.course.props.id, reach(held)]));
  }

  hasCompleted({ lesson }: CatalogueLesson): boolean {
    return this.#rights.completed?.has(lesson.dbid) ?? false;
  }

  /**
   * The reason why the lesson may not be read.
   * @returns 403 `lesson/not_active`, `course/expired` or `session/not_allowed`; null when it may
   * be read
   */
  accessProblem(entry: CatalogueLesson): HttpProblem | null {
    if (this.isOpen(entry)) return null;
    if (this.#coursesOf(entry).length === 0) {
      return new HttpProblem(403, "session/not_allowed", "The lesson is in none of your courses");
    }
    return this.activeCourses(entry).length === 0
      ? new HttpProblem(403, "course/expired", "Your course has expired")
      : new HttpProblem(403, "lesson/not_active", "The lesson is not yet active");
  }

  /** Whether the lesson may be read: whether it is open in an active course of the reader. */
  isOpen(entry: CatalogueLesson): boolean {
    if (this.#rights.everything) return true;
    const courses = coursesOfLesson(entry);
    return this.#held.some(
      ({ entry: course, isActive }) =>
        isActive && courses.includes(course) && this.#isOpenIn(course, entry),
    );
  }

  /**
   * Returns a function that tells whether a lesson may be read, by its place in the product. For
   * thousands of lessons it takes a tenth of the time of `isOpen`.
   */
  opensIn(product: CatalogueProduct): (place: number) => boolean {
    if (this.#rights.everything) return () => true;
    const active = this.#held
      .filter(({ entry, isActive }) => isActive && entry.product === product)
      .map(({ entry }) => ({ orders: ordersByPlace(entry), openTo: this.#openIn(entry) }));
    return (place) => active.some(({ orders, openTo }) => (orders[place] ?? Number.NaN) <= openTo);
  }

  /** @throws HttpProblem the reason, as `accessProblem` returns it */
  assertOpen(entry: CatalogueLesson): void {
    const problem = this.accessProblem(entry);
    if (problem) throw problem;
  }

  #coursesOf(entry: CatalogueLesson): ReaderCourse[] {
    const candidates = coursesOfLesson(entry);
    return this.#held.filter((held) => candidates.includes(held.entry));
  }

  #isOpenIn(course: CatalogueCourse, entry: CatalogueLesson): boolean {
    const index = orderIndex(course, entry);
    return index === null || index <= this.#openIn(course);
  }

  /** The last open position of a course's order of study. */
  #openIn(course: CatalogueCourse): number {
    const { completed, everything } = this.#rights;
    if (everything || completed === null) return Number.POSITIVE_INFINITY;
    const known = this.#openTo.get(course);
    if (known !== undefined) return known;
    const { lessonsOrder } = course.course;
    const openTo = openUpTo(lessonsOrder, nextToStudy(lessonsOrder, completed));
    this.#openTo.set(course, openTo);
    return openTo;
  }
}

/** Loads what a reader may read. Pass the transaction's queries when called within one. */
export const readerState = async (
  services: Services,
  db: Kysely<Tables>,
  reader: Reader,
): Promise<ReadingState> => {
  if (reader.kind === "licence") {
    const held = await readerCourses(services, db, reader);
    return new ReadingState(held, { everything: false, completed: null });
  }
  const { accountId, level } = reader.person;
  const [held, completed] = await waitForAll(
    readerCourses(services, db, reader),
    completedLessons(db, accountId),
  );
  return new ReadingState(held, { everything: level >= ADMIN_LEVEL, completed });
};

export const readingState = (services: Services, db: Kysely<Tables>, person: SignedIn) =>
  readerState(services, db, { kind: "person", person });
