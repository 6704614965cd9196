import type { SentCourse } from "../../contract/content.ts";
import { matchingOrAll } from "../../domain/menu-position.ts";
import { memoize } from "../../lib/memoize.ts";
import type { CatalogueCourse, CatalogueLesson } from "../content/catalogue.ts";

interface Position {
  entry: SentCourse["lessonsOrder"][number];
  /** In the order of study, from 0. */
  index: number;
}

/** The positions of a course's lessons by id, because a course may have thousands. */
const positionsIn = memoize(({ course }: CatalogueCourse): Map<number, Position> => {
  const all = course.lessonsOrder.map((entry, index) => [entry.id, { entry, index }] as const);
  // The first of two entries counts.
  return new Map(all.toReversed());
});

const placeOf = (
  course: CatalogueCourse,
  { lesson, mainLessonId }: CatalogueLesson,
): Position | undefined => {
  const known = positionsIn(course);
  return known.get(lesson.dbid) ?? known.get(mainLessonId ?? Number.NaN);
};

/** A lesson's entry in a course: its own, or that of its main lesson. */
export const positionOf = (
  course: CatalogueCourse,
  entry: CatalogueLesson,
): Position["entry"] | null => placeOf(course, entry)?.entry ?? null;

/** Where a lesson or its main lesson is in a course's order of study; null if it is not in it. */
export const orderIndex = (course: CatalogueCourse, entry: CatalogueLesson): number | null =>
  placeOf(course, entry)?.index ?? null;

/** The lesson whose position counts: the lesson itself, or its main lesson if it has no entry. */
export const placedLesson = (course: CatalogueCourse, entry: CatalogueLesson): number | null =>
  positionOf(course, entry)?.id ?? null;

/**
 * The courses that a lesson belongs to: those that contain it or its main lesson. A lesson in no
 * course of its product belongs to all of them.
 */
export const coursesOfLesson = memoize((entry: CatalogueLesson): readonly CatalogueCourse[] =>
  matchingOrAll(entry.product.courses, (course) => placedLesson(course, entry) !== null),
);

/** The index of a lesson that belongs to a course without being in its order: before all others. */
const BEFORE_ALL = -1;

/**
 * Where the lessons of a course's product are in its order of study, by their place in the product;
 * NaN for those that are not in the course.
 */
export const ordersByPlace = memoize(
  (course: CatalogueCourse): Float64Array =>
    Float64Array.from(course.product.lessons.values(), (entry) =>
      coursesOfLesson(entry).includes(course)
        ? (orderIndex(course, entry) ?? BEFORE_ALL)
        : Number.NaN,
    ),
);
