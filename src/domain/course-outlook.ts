import type { Course, Lesson, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { nextToStudy } from "./lesson-access.ts";
import { lessonOf } from "./menu-position.ts";

interface OutlookOptions {
  readonly product: Product;
  readonly course: Course;
  /** The completed lessons, of any course. */
  readonly completed: ReadonlySet<Id>;
  /** The lesson that was open last on this machine; null if none is known. */
  readonly lastOpen: { readonly lessonKey: string; readonly page: number } | null;
}

/** How far a course has been studied, and where it goes on. */
interface CourseOutlook {
  /** The completed lessons in the order of study. */
  readonly done: number;
  readonly all: number;
  /** The lesson to open; null if the course is finished or has no lessons. */
  readonly lesson: Lesson | null;
  /** The page of that lesson, from 1. */
  readonly page: number;
  /** Whether the person has studied in this course before. */
  readonly started: boolean;
  /** The icon that stands for the course; empty if neither the course nor a lesson has one. */
  readonly icon: string;
}

/**
 * Finds where a course goes on: at the lesson that was open last while it is not completed, else at
 * the next one to study. The picture is the one that the school has chosen for the course, or else that of
 * this lesson, or of the first lesson with one.
 */
export const courseOutlook = (options: OutlookOptions): CourseOutlook => {
  const { product, course, completed, lastOpen } = options;
  const byId = new Map(Object.values(product.lessons).map((lesson) => [lesson.dbid, lesson]));
  const order = course.lessonsOrder;
  const last = lastOpen && lessonOf(product, lastOpen.lessonKey);
  const isUnfinished = last && !completed.has(last.dbid);
  const next = nextToStudy(order, completed);
  const lesson = (isUnfinished ? last : next !== null && byId.get(next)) || null;
  const done = order.filter(({ id }) => completed.has(id)).length;
  const firstWithIcon = order.find(({ id }) => byId.get(id)?.image);
  return {
    done,
    all: order.length,
    lesson,
    page: isUnfinished ? lastOpen.page : 1,
    started: done > 0 || lastOpen !== null,
    icon:
      course.image || lesson?.image || (firstWithIcon && byId.get(firstWithIcon.id)?.image) || "",
  };
};
