import type { Kysely } from "kysely";
import { dayOf } from "../../../domain/calendar.ts";
import { courseState, type Subscription } from "../../../domain/course-expiry.ts";
import { isLessonOpen, nextToStudy } from "../../../domain/lesson-access.ts";
import { ADMIN_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import type { CatalogueCourse, CatalogueLesson } from "../catalogue.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";

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
  person: SignedIn,
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

/** The lesson whose place in an order counts: its own, or its main lesson's where it has none. */
export const placedLesson = (
  { course }: CatalogueCourse,
  { lesson, mainLessonId }: CatalogueLesson,
): number | null => {
  const { lessonsOrder } = course;
  if (lessonsOrder.some(({ id }) => id === lesson.dbid)) return lesson.dbid;
  return lessonsOrder.some(({ id }) => id === mainLessonId) ? mainLessonId : null;
};

/** What a person may read, as of now. */
export class ReadingState {
  readonly #person: SignedIn;
  readonly #own: OwnCourse[];
  readonly #completed: ReadonlySet<number>;
  readonly #today: string;

  constructor(person: SignedIn, own: OwnCourse[], completed: ReadonlySet<number>, today: string) {
    this.#person = person;
    this.#own = own;
    this.#completed = completed;
    this.#today = today;
  }

  /**
   * The person's active courses that name the lesson, or its main lesson, in their order.
   * A lesson that no course of its product names belongs to all of them.
   */
  activeCourses(entry: CatalogueLesson): CatalogueCourse[] {
    return this.#coursesOf(entry)
      .filter(({ subscription }) => this.#isActive(subscription))
      .map((own) => own.entry);
  }

  /** Whether the access rule lets the person read it. */
  isOpen(entry: CatalogueLesson): boolean {
    if (this.#person.level >= ADMIN_LEVEL) return true;
    return this.activeCourses(entry).some((course) => this.#isOpenIn(course, entry));
  }

  /** @throws HttpProblem 403 `lesson/not_active`, `course/expired` or `session/not_allowed` */
  mustBeOpen(entry: CatalogueLesson): void {
    if (this.#person.level >= ADMIN_LEVEL) return;
    if (this.#coursesOf(entry).length === 0) {
      throw new HttpProblem(403, "session/not_allowed", "The lesson is in none of your courses");
    }
    const active = this.activeCourses(entry);
    if (active.length === 0) {
      throw new HttpProblem(403, "course/expired", "Your course has expired");
    }
    if (!active.some((course) => this.#isOpenIn(course, entry))) {
      throw new HttpProblem(403, "lesson/not_active", "The lesson is not yet active");
    }
  }

  #coursesOf(entry: CatalogueLesson): OwnCourse[] {
    const { courses } = entry.product;
    const naming = courses.filter((course) => placedLesson(course, entry) !== null);
    const candidates = new Set(naming.length > 0 ? naming : courses);
    return this.#own.filter((own) => candidates.has(own.entry));
  }

  #isActive(subscription: Subscription): boolean {
    return courseState(subscription, this.#today, this.#person.level).kind === "active";
  }

  #isOpenIn(course: CatalogueCourse, entry: CatalogueLesson): boolean {
    const { lessonsOrder } = course.course;
    const placed = placedLesson(course, entry) ?? entry.lesson.dbid;
    const next = nextToStudy(lessonsOrder, this.#completed);
    return isLessonOpen(lessonsOrder, placed, next, this.#person.level);
  }
}

/** Reads what a person may read; give the transaction's queries within one. */
export const readingState = async (
  services: Services,
  db: Kysely<Tables>,
  person: SignedIn,
): Promise<ReadingState> =>
  new ReadingState(
    person,
    await ownCourses(services, db, person),
    await completedLessons(db, person.accountId),
    dayOf(services.clock()),
  );
