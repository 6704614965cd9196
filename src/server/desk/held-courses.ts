import { courseState, lastDay } from "../../domain/course-expiry.ts";
import { coursesSeenBy } from "../../domain/staff-rights.ts";
import type { StudentCourse } from "../../domain/student-state.ts";
import type { Catalogue, CatalogueCourse } from "../content/catalogue.ts";
import type { Tables } from "../db/schema.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { coursesOfLesson } from "../study/course-positions.ts";
import type { SchoolViewer } from "./viewer.ts";

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
