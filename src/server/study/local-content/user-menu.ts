import type { MenuNode } from "../../../contract/local-files.ts";
import type { CatalogueCourse, CatalogueLesson } from "../../content/catalogue.ts";
import { onlyTitles, untranslated } from "../../content/text-files.ts";
import type { ContentShare, ProductShare } from "./content-share.ts";

export const MENU_LEVELS = ["group", "product", "course", "menu1", "menu2", "lesson"] as const;

/** All of the school's products are in one group, the specification's first. */
const GROUP = "gp1";

interface Titled {
  title: string;
  translations: Parameters<typeof onlyTitles>[0];
}

const node = (
  level: MenuNode["level"],
  key: string,
  { title, translations }: Titled,
  children: MenuNode[] = [],
): MenuNode => ({
  level,
  key,
  title,
  translations: onlyTitles(translations),
  children,
});

const lessonNode = ({ lesson }: CatalogueLesson): MenuNode =>
  node("lesson", lesson.key, {
    title: untranslated(lesson.title),
    translations: Object.entries(lesson.title).map(([language, title]) => ({ language, title })),
  });

const courseNode = (
  entry: CatalogueCourse,
  lessons: ReadonlyMap<string, CatalogueLesson>,
): MenuNode =>
  node(
    "course",
    entry.key,
    entry.course.props,
    entry.menus.map((menu1, first) =>
      node(
        "menu1",
        String(first + 1),
        menu1,
        menu1.menu2.map((menu2, second) =>
          node(
            "menu2",
            String(second + 1),
            menu2,
            menu2.lessons.flatMap((name) => {
              const lesson = lessons.get(name);
              return lesson ? [lessonNode(lesson)] : [];
            }),
          ),
        ),
      ),
    ),
  );

const productNode = ({ product, courses, lessons }: ProductShare): MenuNode => {
  const byKey = new Map(lessons.map((entry) => [entry.lesson.key, entry]));
  return node(
    "product",
    product.key,
    product.data.props,
    courses.map((course) => courseNode(course, byKey)),
  );
};

/**
 * A share as a tree of menus, named by their positions from 1.
 * @param school the name of the group
 */
export const userMenu = ({ products }: ContentShare, school: string): MenuNode[] =>
  products.length === 0
    ? []
    : [node("group", GROUP, { title: school, translations: [] }, products.map(productNode))];
