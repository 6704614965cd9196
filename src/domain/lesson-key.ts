import { foldText } from "./search-text.ts";

/** The most letters of a key that is made of a title. */
const LONGEST = 40;

/** The end of the key of a main lesson. */
const MAIN = "_ml";

/**
 * The key of a new lesson, which no other lesson has: made of its title where that has Latin letters.
 * @param taken the keys of the other lessons of the product
 */
export const lessonKey = (title: string, isMain: boolean, taken: ReadonlySet<string>): string => {
  const letters = foldText(title)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, "");
  const stem = letters || "lesson";
  const end = isMain ? MAIN : "";
  const keyAt = (copy: number) => `${stem}${copy === 1 ? "" : `-${copy}`}${end}`;
  let copy = 1;
  while (taken.has(keyAt(copy))) copy += 1;
  return keyAt(copy);
};
