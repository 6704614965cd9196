import type { Lesson, Menu1, Menu2 } from "../../../contract/content.ts";
import type { Selection } from "../../../core/study.ts";
import { createSearch } from "../../../domain/search-text.ts";

/** Positions in the two menus, from 1. */
interface Place {
  readonly menu1: number;
  readonly menu2: number;
}

export type TitleMatch =
  | {
      readonly kind: "lesson";
      readonly key: string;
      readonly lesson: Lesson;
      readonly place: Place;
    }
  | { readonly kind: "section"; readonly key: string; readonly place: Place };

/** The lessons of a course that may be opened, its sections, and their positions. */
const entriesOf = (
  { product, menus }: Selection,
  isOpen: (lesson: Lesson) => boolean,
): readonly TitleMatch[] => {
  const byId = new Map(Object.values(product.lessons).map((lesson) => [lesson.dbid, lesson]));
  const sections: TitleMatch[] = [];
  const lessons = new Map<string, TitleMatch>();
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

/** The titles of a chapter or section in all languages. */
const titlesOf = (menu: Menu1 | Menu2 | undefined): string[] =>
  menu ? [menu.title, ...menu.translations.map(({ title }) => title)] : [];

/** Finds lessons and sections of a course by their titles, at once and in any language. */
export const createTitleSearch = (selection: Selection, isOpen: (lesson: Lesson) => boolean) => {
  const entries = entriesOf(selection, isOpen);
  const find = createSearch(entries, (entry) => {
    if (entry.kind === "lesson") return { heads: Object.values(entry.lesson.title), bodies: [] };
    const chapter = selection.menus[entry.place.menu1 - 1];
    // A chapter's title also finds all of its sections, listed after direct matches.
    return { heads: titlesOf(chapter?.menu2[entry.place.menu2 - 1]), bodies: titlesOf(chapter) };
  });
  return {
    find,
    /** A lesson that may be opened; undefined for any other. */
    lesson: (key: string) => entries.find((entry) => entry.kind === "lesson" && entry.key === key),
  };
};
