import { memoize } from "../../lib/memoize.ts";
import type { Catalogue, CatalogueCourse, CatalogueLesson } from "../content/catalogue.ts";
import type { PublicCourse } from "../content/school.ts";

/** A course that everybody may look at. */
export interface ShownCourse extends PublicCourse {
  readonly entry: CatalogueCourse;
  /** The lesson that everybody may read; null if there is none. */
  readonly free: CatalogueLesson | null;
}

/** The courses that everybody may look at, by their keys, in the school's order. */
export const shownCourses = memoize((catalogue: Catalogue): ReadonlyMap<string, ShownCourse> => {
  const entries = new Map([...catalogue.courses.values()].map((entry) => [entry.key, entry]));
  return new Map(
    catalogue.publicSite.courses.flatMap((course) => {
      const entry = entries.get(course.course);
      if (!entry) return [];
      const free = course.freeLesson === null ? null : catalogue.lessons.get(course.freeLesson);
      return [[course.course, { ...course, entry, free: free ?? null }] as const];
    }),
  );
});

/** A text in a language; where it is missing in the school's own one, or in any. */
export const textIn = (
  texts: Readonly<Record<string, string>>,
  language: string,
  [own = ""]: readonly string[],
): { readonly text: string; readonly language: string } => {
  const found = [language, own, "en", ...Object.keys(texts)].find((each) => texts[each]);
  return { text: texts[found ?? ""] ?? "", language: found ?? language };
};

export const titleIn = ({ title, translations }: TitledEntry, language: string): string =>
  translations?.find((each) => each.language === language)?.title || (title ?? "");

interface TitledEntry {
  readonly title?: string | null | undefined;
  readonly translations?:
    | readonly { readonly language: string; readonly title?: string | null | undefined }[]
    | null
    | undefined;
}

/** A chapter of a course as everybody may read it: titles alone. */
interface ShownChapter {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly lessons: readonly string[] }[];
}

/** The chapters of a course with the titles of their lessons. */
export const chaptersOf = (
  { menus, product }: CatalogueCourse,
  language: string,
  languages: readonly string[],
): ShownChapter[] =>
  menus.map((menu) => ({
    title: titleIn(menu, language),
    sections: menu.menu2.map((section) => ({
      title: titleIn(section, language),
      lessons: section.lessons.map((key) => {
        const titles = product.lessons.get(key.toLowerCase())?.lesson.title;
        return textIn((titles ?? {}) as Record<string, string>, language, languages).text;
      }),
    })),
  }));
