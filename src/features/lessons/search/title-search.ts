import type { Lesson } from "../../../contract/content.ts";
import { createSearch } from "../../../domain/search-text.ts";
import type { Selection } from "../../../services/study.ts";

/** Positions in the two menus, from 1. */
interface Place {
  readonly menu1: number;
  readonly menu2: number;
}

export type Found =
  | {
      readonly kind: "lesson";
      readonly key: string;
      readonly lesson: Lesson;
      readonly place: Place;
    }
  | { readonly kind: "section"; readonly key: string; readonly place: Place };

/** The lessons of a course that may be opened, its sections, and where each stands. */
const entriesOf = (
  { product, menus }: Selection,
  isOpen: (lesson: Lesson) => boolean,
): readonly Found[] => {
  const byId = new Map(Object.values(product.lessons).map((lesson) => [lesson.dbid, lesson]));
  const sections: Found[] = [];
  const lessons = new Map<string, Found>();
  const take = (lesson: Lesson | undefined, place: Place) => {
    if (!lesson || lessons.has(lesson.key) || !isOpen(lesson)) return;
    lessons.set(lesson.key, { kind: "lesson", key: lesson.key, lesson, place });
    for (const part of lesson.subLessons) take(byId.get(part), place);
  };
  for (const [index1, menu1] of menus.entries()) {
    for (const [index2, menu2] of menu1.menu2.entries()) {
      const place = { menu1: index1 + 1, menu2: index2 + 1 };
      sections.push({ kind: "section", key: `${index1}.${index2}`, place });
      for (const key of menu2.lessons) take(product.lessons[key], place);
    }
  }
  return [...lessons.values(), ...sections];
};

/** What a section is called, in all languages. */
const sectionTitles = ({ menus }: Selection, { menu1, menu2 }: Place): string[] => {
  const chapter = menus[menu1 - 1];
  const section = chapter?.menu2[menu2 - 1];
  return [chapter, section].flatMap((menu) =>
    menu ? [menu.title, ...menu.translations.map(({ title }) => title)] : [],
  );
};

/** Finds lessons and sections of a course by their titles, at once and in any language. */
export const createTitleSearch = (selection: Selection, isOpen: (lesson: Lesson) => boolean) => {
  const entries = entriesOf(selection, isOpen);
  const find = createSearch(entries, (entry) =>
    entry.kind === "lesson"
      ? { heads: Object.values(entry.lesson.title), bodies: [] }
      : { heads: sectionTitles(selection, entry.place), bodies: [] },
  );
  return {
    find,
    /** A lesson that may be opened; undefined for any other. */
    lesson: (key: string) => entries.find((entry) => entry.kind === "lesson" && entry.key === key),
  };
};

export type TitleSearch = ReturnType<typeof createTitleSearch>;
