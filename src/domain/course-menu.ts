import type { UserCourse } from "../contract/account.ts";
import type { ProductEntry } from "../contract/content.ts";
import type { Day } from "./calendar.ts";
import { type CourseState, courseState } from "./course-expiry.ts";

export interface CourseMenuEntry {
  readonly course: UserCourse;
  readonly state: CourseState;
  /** Whether it can be selected. */
  readonly open: boolean;
}

export interface CourseMenuGroup {
  readonly product: ProductEntry;
  readonly courses: readonly CourseMenuEntry[];
}

const byId = (a: ProductEntry, b: ProductEntry): number =>
  typeof a.id === "number" && typeof b.id === "number"
    ? a.id - b.id
    : String(a.id).localeCompare(String(b.id));

/**
 * Groups the courses of a person by product. Products are sorted by id, courses by their order.
 * Products without a course of the person are left out.
 * @param closesExpired whether an expired course is closed, except for administrators
 */
export const courseMenu = (
  products: readonly ProductEntry[],
  courses: readonly UserCourse[],
  today: Day<"school">,
  level: number,
  closesExpired: boolean,
): CourseMenuGroup[] => {
  const entryOf = (course: UserCourse): CourseMenuEntry => {
    const state = courseState(course.user_courses, today, level);
    const open = state.kind === "active" || (state.kind === "expired" && !closesExpired);
    return { course, state, open };
  };
  return products
    .toSorted(byId)
    .map((product) => ({
      product,
      courses: courses
        .filter((course) => course.cdId === product.id)
        .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
        .map(entryOf),
    }))
    .filter((group) => group.courses.length > 0);
};
