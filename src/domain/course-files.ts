import type { Course, Lesson, Product } from "../contract/content.ts";
import { createTreeIndex, type FileKind } from "./file-names.ts";
import { visibleMenus } from "./menu-position.ts";

export interface CourseFiles {
  readonly productKey: string;
  readonly courseKey: string;
  /** The names of its files in the tree. */
  readonly names: ReadonlySet<string>;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Finds the values of attributes in lesson HTML. @param start a regular expression for the name and what is before it */
export const attributeValues = (start: string) => {
  const pattern = new RegExp(`${start}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "gi");
  return (html: string): string[] =>
    [...html.matchAll(pattern)].map(([, double, single, bare]) =>
      (double ?? single ?? bare ?? "").replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_, name: string) => ENTITIES[name] ?? "",
      ),
    );
};

/** The names of the assets that a fragment of lesson HTML refers to. */
export const assetsIn = attributeValues("\\bdata-(?:asset|poster)");

/** The lessons that a course shows, with their sub-lessons. */
const lessonsOf = (product: Product, course: Course): Lesson[] => {
  const byId = new Map(Object.values(product.lessons).map((lesson) => [lesson.dbid, lesson]));
  const lessons = new Set<Lesson>();
  const add = (lesson: Lesson | undefined) => {
    if (!lesson || lessons.has(lesson)) return;
    lessons.add(lesson);
    for (const { pages } of Object.values(lesson.html?.languages ?? {})) {
      for (const { subLessons } of pages) {
        for (const { subLessonId } of subLessons) add(byId.get(subLessonId));
      }
    }
  };
  for (const { id } of course.lessonsOrder) add(byId.get(id));
  for (const { menu2 } of visibleMenus(product.menu.menu1, course.visibles)) {
    for (const { lessons: keys } of menu2) {
      for (const key of keys) {
        if (Object.hasOwn(product.lessons, key)) add(product.lessons[key]);
      }
    }
  }
  return [...lessons];
};

/**
 * The files of the tree that each course needs. A file that no course refers to is assigned to all
 * courses of its product, or to all courses if it belongs to no product.
 * @param products by key
 * @param names all names in the tree
 */
export const filesByCourse = (
  products: Readonly<Record<string, Product>>,
  names: ReadonlySet<string>,
): CourseFiles[] => {
  const find = createTreeIndex(names);
  const used = new Set<string>();
  const courses = Object.entries(products).flatMap(([productKey, product]) =>
    Object.entries(product.courses).map(([courseKey, course]) => {
      const own = new Set<string>();
      const add = (kind: FileKind, title: string) => {
        const name = title && find(kind, productKey, title);
        if (name) own.add(name);
      };
      add("icon", course.image);
      for (const lesson of lessonsOf(product, course)) {
        add("icon", lesson.image);
        for (const { pages } of Object.values(lesson.html?.languages ?? {})) {
          for (const { html } of pages) for (const asset of assetsIn(html)) add("asset", asset);
        }
      }
      const packages = new Set(course.lessonsOrder.map(({ package_id }) => String(package_id)));
      for (const [id, { pdf, translations }] of Object.entries(product.lpackages)) {
        if (!packages.has(id)) continue;
        for (const sheet of [{ pdf }, ...translations]) add("asset", sheet.pdf);
      }
      for (const name of own) used.add(name);
      return { productKey, courseKey, names: own };
    }),
  );

  const keys = Object.keys(products).map((key) => key.toUpperCase());
  for (const name of names) {
    if (used.has(name)) continue;
    const segments = name.toUpperCase().split("/");
    const product = keys.find((key) => segments.includes(key));
    for (const course of courses) {
      if (!product || course.productKey.toUpperCase() === product) course.names.add(name);
    }
  }
  return courses;
};
