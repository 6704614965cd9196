import type { DeskStudent } from "../../../contract/desk.ts";
import { foldText } from "../../../domain/search-text.ts";

/** Folding takes longer than comparing, and the same students are looked at at each key. */
const folded = new WeakMap<DeskStudent, string>();

const foldedName = (student: DeskStudent): string => {
  let name = folded.get(student);
  if (name === undefined) {
    name = foldText(student.name);
    folded.set(student, name);
  }
  return name;
};

/** Those whose names have each word of a search, as long as the school has not answered. */
export const byName = (
  students: readonly DeskStudent[],
  search: string,
): readonly DeskStudent[] => {
  const words = foldText(search).split(" ").filter(Boolean);
  if (words.length === 0) return students;
  return students.filter((student) => words.every((word) => foldedName(student).includes(word)));
};
