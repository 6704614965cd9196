import type { SentMenu1 } from "../../../contract/content.ts";
import type { CatalogueCourse, CatalogueLesson } from "../catalogue.ts";
import { placedLesson } from "../products/reading.ts";

/** Specification, section 9: default package id. */
const DEFAULT_PACKAGE = 1;

/** The first-level entries that a course shows, in its order. */
export const shownMenu = ({ course, product }: CatalogueCourse): SentMenu1[] => {
  const { menu1 } = product.data.menu;
  return course.visibles.length === 0
    ? menu1
    : course.visibles.flatMap((visible) => menu1.filter(({ props }) => props.key === visible));
};

const menuPosition = (entry: CatalogueCourse, key: string) => {
  for (const [first, { menu2 }] of shownMenu(entry).entries()) {
    const second = menu2.findIndex(({ lessons }) => lessons.includes(key));
    if (second >= 0) return { menu1: first + 1, menu2: second + 1 };
  }
  return null;
};

/**
 * A lesson as the progress calls name it. A lesson that stands in no menu of the course
 * has the place of the main lesson that it is a part of.
 */
export const lessonReference = (
  course: CatalogueCourse,
  entry: CatalogueLesson,
  completed: ReadonlySet<number>,
  mainLesson: CatalogueLesson | undefined,
) => {
  const { lesson } = entry;
  const placed = placedLesson(course, entry);
  const ordered = course.course.lessonsOrder.find(({ id }) => id === placed);
  return {
    id: lesson.dbid,
    key: lesson.key,
    title: lesson.title,
    package_id: ordered?.package_id ?? DEFAULT_PACKAGE,
    menu:
      menuPosition(course, lesson.key) ??
      (mainLesson ? menuPosition(course, mainLesson.lesson.key) : null),
    completed: completed.has(lesson.dbid),
  };
};
