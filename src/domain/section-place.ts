import type { Lesson, Menu1, Menu2 } from "../contract/content.ts";
import { positionOf } from "./menu-position.ts";

/** Where a lesson is in its section of the menu. */
export interface SectionPlace {
  readonly section: Menu2;
  /** From 1. */
  readonly number: number;
  /** The number of lessons in the section. */
  readonly all: number;
}

/**
 * Finds the place of a lesson in its section. Lessons that the product does not have are not
 * counted.
 * @param menus the first-level entries that the course shows
 * @returns null if no section lists the lesson
 */
export const sectionPlace = (
  menus: readonly Menu1[],
  lessons: Readonly<Record<string, Lesson>>,
  key: string,
): SectionPlace | null => {
  const position = positionOf(menus, key);
  const section = position && menus[position.menu1 - 1]?.menu2[position.menu2 - 1];
  if (!section) return null;
  const keys = section.lessons.filter((each) => Object.hasOwn(lessons, each));
  return { section, number: keys.indexOf(key) + 1, all: keys.length };
};
