import type { CatalogueCourse } from "../catalogue.ts";

const pictures = new WeakMap<CatalogueCourse, string>();

const find = ({ product, course }: CatalogueCourse): string => {
  if (course.props.image) return course.props.image;
  const images = new Map(
    [...product.lessons.values()].map(({ lesson }) => [lesson.dbid, lesson.image]),
  );
  for (const { id } of course.lessonsOrder) {
    const image = images.get(id);
    if (image) return image;
  }
  return "";
};

/**
 * The icon that stands for a course whatever the progress: the one that the school has chosen, or else that
 * of the first lesson with one; empty if there is none.
 */
export const coursePicture = (entry: CatalogueCourse): string => {
  const known = pictures.get(entry);
  if (known !== undefined) return known;
  const found = find(entry);
  pictures.set(entry, found);
  return found;
};
