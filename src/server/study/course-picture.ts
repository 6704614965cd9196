import { memoize } from "../../lib/memoize.ts";
import type { CatalogueCourse } from "../content/catalogue.ts";

/**
 * The icon of a course, whatever the progress: the school's choice, or else the icon of the first
 * lesson that has one; empty if there is none.
 */
export const coursePicture = memoize(({ product, course }: CatalogueCourse): string => {
  if (course.props.image) return course.props.image;
  const images = new Map(
    [...product.lessons.values()].map(({ lesson }) => [lesson.dbid, lesson.image]),
  );
  for (const { id } of course.lessonsOrder) {
    const image = images.get(id);
    if (image) return image;
  }
  return "";
});
