import type { Kysely } from "kysely";
import { courseState, lastDay } from "../../domain/course-expiry.ts";
import { teachesCourses } from "../../domain/roles.ts";
import { coursesSeenBy, type Viewer } from "../../domain/staff-rights.ts";
import type { StudentCourse } from "../../domain/student-state.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Catalogue, CatalogueCourse } from "../content/catalogue.ts";
import { compileOnce } from "../db/compiled-query.ts";
import type { Tables } from "../db/schema.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { coursesOfLesson } from "../study/course-positions.ts";

/** The ids of the courses that a tutor teaches. */
export type TaughtCourses = "all" | readonly number[];

/** Sets the courses that a tutor teaches; call within a write. A running server notices at once. */
export const setTaughtCourses = async (
  db: Kysely<Tables>,
  accountId: number,
  taught: TaughtCourses,
): Promise<void> => {
  await db
    .updateTable("account")
    .set({ teaches_all: Number(taught === "all") })
    .where("id", "=", accountId)
    .execute();
  await db.deleteFrom("teaches").where("account_id", "=", accountId).execute();
  if (taught === "all" || taught.length === 0) return;
  await db
    .insertInto("teaches")
    .values([...new Set(taught)].map((course_id) => ({ account_id: accountId, course_id })))
    .execute();
};

/** Somebody who asks to see work, with the ids of the database. */
export interface SchoolViewer extends Viewer {
  readonly id: number;
  readonly teaches: "all" | ReadonlySet<number>;
}

const findTaught = compileOnce((db, { accountId }: Pick<SignedIn, "accountId">) =>
  db
    .selectFrom("account")
    .leftJoin("teaches", "teaches.account_id", "account.id")
    .select(["teaches_all", "course_id"])
    .where("account.id", "=", accountId),
);

/**
 * The person as a viewer. Reads the courses that a tutor teaches at each request, so that a course
 * that is taken away counts at once. Other levels need no query.
 */
export const viewerOf = async (
  db: Kysely<Tables>,
  person: Pick<SignedIn, "accountId" | "level">,
): Promise<SchoolViewer> => {
  const { accountId, level } = person;
  if (!teachesCourses(level)) return { id: accountId, level, teaches: new Set() };
  const { rows } = await findTaught(db, person);
  const teaches = rows.some(({ teaches_all }) => teaches_all === 1)
    ? "all"
    : new Set(rows.flatMap(({ course_id }) => course_id ?? []));
  return { id: accountId, level, teaches };
};

/** A course of a student that a viewer sees. */
export interface HeldCourse extends Omit<StudentCourse, "isFinished"> {
  readonly entry: CatalogueCourse;
}

/** The courses that a viewer sees, by their ids, in the school's order. */
export const coursesShown = (
  { courses }: Pick<Catalogue, "courses">,
  viewer: SchoolViewer,
): ReadonlyMap<number, CatalogueCourse> => {
  const seen = coursesSeenBy(viewer);
  return seen === "all" ? courses : new Map([...courses].filter(([id]) => seen.has(id)));
};

/** The same in the contract's form, for the filters of lists. */
export const sentCourses = (shown: ReadonlyMap<number, CatalogueCourse>) =>
  [...shown].map(([id, { course }]) => ({
    id,
    title: course.props.title,
    translations: course.props.translations,
  }));

/** The ids of the lessons of the courses that a viewer sees; null: all lessons. */
export const lessonsShown = (
  { lessons }: Pick<Catalogue, "lessons">,
  viewer: SchoolViewer,
): number[] | null => {
  const seen = coursesSeenBy(viewer);
  if (seen === "all") return null;
  return [...lessons]
    .filter(([, entry]) => coursesOfLesson(entry).some(({ course }) => seen.has(course.props.id)))
    .map(([id]) => id);
};

/** The courses of each account, by its id, as far as they are among `shown` and in that order. */
export const heldCourses = (
  services: Pick<Services, "catalogue" | "clock">,
  shown: ReadonlyMap<number, CatalogueCourse>,
  rows: readonly Tables["subscription"][],
): ReadonlyMap<number, HeldCourse[]> => {
  const today = schoolToday(services);
  const places = new Map([...shown.keys()].map((id, place) => [id, place]));
  const placeOf = ({ entry }: HeldCourse) => places.get(entry.course.props.id) ?? 0;
  const held = Map.groupBy(rows, (row) => row.account_id);
  return new Map(
    [...held].map(([accountId, own]) => {
      const courses = own.flatMap((row): HeldCourse[] => {
        const entry = shown.get(row.course_id);
        if (!entry) return [];
        const subscription = {
          expDate: row.exp_date,
          subDate: row.sub_date,
          subMonths: row.sub_months,
        };
        const isActive = courseState(subscription, today, 0).kind === "active";
        return [{ entry, from: row.sub_date, until: lastDay(subscription), isActive }];
      });
      return [accountId, courses.toSorted((a, b) => placeOf(a) - placeOf(b))];
    }),
  );
};
