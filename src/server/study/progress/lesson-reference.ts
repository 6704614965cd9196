import type { SentLessonReference } from "../../../contract/progress.ts";
import { lessonReference } from "../../../domain/lesson-package.ts";
import type { Catalogue, CatalogueCourse, CatalogueLesson } from "../../content/catalogue.ts";
import { positionOf } from "../course-positions.ts";

/** A lesson of a course in the form of the progress calls. */
export const toLessonReference = (
  course: CatalogueCourse,
  entry: CatalogueLesson,
  completed: ReadonlySet<number>,
  mainLesson: CatalogueLesson | undefined,
): SentLessonReference =>
  lessonReference({
    lesson: entry.lesson,
    main: mainLesson?.lesson,
    place: positionOf(course, entry),
    menus: course.menus,
    completed,
  });

/** A lesson of the catalogue in the form of the progress calls; an empty list if there is none. */
export const referencesTo = (
  { lessons }: Pick<Catalogue, "lessons">,
  course: CatalogueCourse,
  entry: CatalogueLesson | undefined,
  completed: ReadonlySet<number>,
): SentLessonReference[] => {
  if (!entry) return [];
  const main = entry.mainLessonId === null ? undefined : lessons.get(entry.mainLessonId);
  return [toLessonReference(course, entry, completed, main)];
};
