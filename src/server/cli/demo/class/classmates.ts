import type { DemoAccount } from "../demo-accounts.ts";
import { daysAgo, minutesAgo, type RelativeTime } from "./relative-time.ts";

/** A student's progress in a course. */
export interface CourseProgress {
  username: string;
  course: string;
  /** How many of the course's first lessons are completed. */
  done: number;
  /** When the first and the last of them were completed. */
  from: RelativeTime;
  to: RelativeTime;
  /** When the next lesson was opened; absent if it was not. */
  opened?: RelativeTime;
}

/** The classmates of Dana Levi, the demo student. */
export const CLASSMATES: readonly DemoAccount[] = [
  { username: "jonas", level: 0, firstName: "Jonas", lastName: "Brandt" },
  { username: "yael", level: 0, firstName: "Yael", lastName: "Mizrahi" },
  { username: "eleni", level: 0, firstName: "Eleni", lastName: "Papadaki", hasAllCourses: true },
  { username: "camille", level: 0, firstName: "Camille", lastName: "Moreau" },
  { username: "wanjiru", level: 0, firstName: "Wanjiru", lastName: "Kamau" },
];

/** How many days before the demo's first start the class began. */
export const CLASS_STARTED_DAYS_AGO = 62;

const ALL = Number.POSITIVE_INFINITY;

export const COURSE_PROGRESS: readonly CourseProgress[] = [
  // In the middle of the course, and studying now.
  {
    username: "student",
    course: "PMB",
    done: 20,
    from: daysAgo(46, "18:10"),
    to: minutesAgo(95),
    opened: minutesAgo(40),
  },
  {
    username: "student",
    course: "SWB",
    done: 2,
    from: daysAgo(12, "10:30"),
    to: daysAgo(9, "11:05"),
  },
  // Fast, and past the first skirt.
  {
    username: "jonas",
    course: "PMB",
    done: 33,
    from: daysAgo(58, "20:15"),
    to: daysAgo(1, "20:25"),
    opened: daysAgo(1, "20:40"),
  },
  {
    username: "yael",
    course: "PMB",
    done: 13,
    from: daysAgo(33, "17:45"),
    to: daysAgo(2, "18:30"),
  },
  // Has finished the first course and studies the next two.
  {
    username: "eleni",
    course: "PMB",
    done: ALL,
    from: daysAgo(61, "08:20"),
    to: daysAgo(15, "09:10"),
  },
  {
    username: "eleni",
    course: "PMS",
    done: 12,
    from: daysAgo(14, "08:40"),
    to: daysAgo(2, "09:25"),
  },
  { username: "eleni", course: "SWB", done: 4, from: daysAgo(8, "16:00"), to: daysAgo(1, "16:20") },
  // Has only just begun.
  {
    username: "camille",
    course: "PMB",
    done: 2,
    from: daysAgo(3, "19:50"),
    to: daysAgo(2, "20:35"),
    opened: daysAgo(1, "20:10"),
  },
  // Was away for three weeks.
  {
    username: "wanjiru",
    course: "PMB",
    done: 7,
    from: daysAgo(55, "05:30"),
    to: daysAgo(27, "06:10"),
  },
  // A tutor who studies the course as students see it.
  {
    username: "tutor",
    course: "PMB",
    done: 5,
    from: daysAgo(61, "07:00"),
    to: daysAgo(48, "12:00"),
  },
  {
    username: "admin",
    course: "PMB",
    done: 9,
    from: daysAgo(40, "09:00"),
    to: daysAgo(5, "10:30"),
  },
];
