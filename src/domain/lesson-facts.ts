import type { Lesson, Menu1, Menu2 } from "../contract/content.ts";
import { positionOf } from "./menu-position.ts";

/**
 * Words per minute by language, read aloud by adults: the International Reading Speed Texts
 * (Trauzettel-Klosinski and Dietz, Investigative Ophthalmology & Visual Science 53, 2012, 5452-5461;
 * for Greek Gleni et al., Optometry and Vision Science 96, 2019). Reading aloud is slower than
 * reading silently, and closer to how instructions are read.
 */
const WORDS_PER_MINUTE: Readonly<Record<string, number>> = {
  en: 228,
  es: 218,
  el: 208,
  fr: 195,
  he: 187,
  de: 179,
  tr: 166,
};
/** The average of the 17 languages of the first study. */
const AVERAGE_WORDS_PER_MINUTE = 184;

/**
 * Seconds to look at a picture: 12 for the first one and one less for each further one, but at least
 * 3. It is the rule that Medium published for its articles.
 */
const pictureSeconds = (index: number): number => Math.max(3, 12 - index);

/** Words may contain apostrophes, hyphens and decimal points: `d’une`, `well-fitting`, `1.5`. */
const WORD = /[\p{L}\p{N}]+(?:[\p{M}'’״׳.,-]+[\p{L}\p{N}]+)*/gu;

/**
 * How long it takes to read pages of lesson HTML. Videos are not counted, because their length is
 * unknown. For languages that put spaces between words.
 * @param language the code of the text's language
 * @returns whole minutes, at least 1
 */
export const readingMinutes = (
  pages: readonly { readonly html: string }[],
  language: string,
): number => {
  const html = pages.map((page) => page.html).join(" ");
  const words = html.replace(/<[^>]*>?|&\w+;/g, " ").match(WORD)?.length ?? 0;
  const pictures = html.match(/<img\b/gi)?.length ?? 0;
  let seconds = (words * 60) / (WORDS_PER_MINUTE[language] ?? AVERAGE_WORDS_PER_MINUTE);
  for (let index = 0; index < pictures; index += 1) seconds += pictureSeconds(index);
  return Math.max(1, Math.round(seconds / 60));
};

/** Where a lesson is in its section of the menu. */
interface SectionPlace {
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
