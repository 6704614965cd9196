import type { Id } from "../contract/wire.ts";

/** The position of what a course shows whatever the progress, such as the tiles of its lessons. */
export const ALWAYS_OPEN = -1;

/**
 * The position of what a person sees of a course also after its last day: the picture in the list of
 * the person's courses. An ended course is open up to here.
 */
export const AFTER_END = -2;

/** Where the content names a file. */
export interface FileUse {
  /** A term of the glossary names it. The glossary is for everybody who may sign in. */
  readonly isInGlossary: boolean;
  /**
   * By course: the earliest position in its order of study of a lesson that names the file, or
   * `ALWAYS_OPEN`, or `AFTER_END`.
   */
  readonly courses: ReadonlyMap<Id, number>;
  /** The lessons whose assignments name it. */
  readonly assignments: ReadonlySet<Id>;
}

/** What decides which files a person or an app with a licence gets. */
export interface FileReader {
  /** Tutors and above get every file. */
  readonly everything: boolean;
  /**
   * By course: how far its order of study is open today, as `openUpTo` gives it; `AFTER_END` when it
   * may not be studied today.
   */
  readonly courses: ReadonlyMap<Id, number>;
  /** The lessons whose assignments the person has handed in; these stay open. */
  readonly handedIn: ReadonlySet<Id>;
}

/**
 * The access rule of files: a file is given to whoever may open a lesson, an assignment or a term
 * that names it. A file that nothing names is given to nobody else than tutors.
 * @param use absent when nothing names the file
 */
export const mayReadFile = (reader: FileReader, use: FileUse | undefined): boolean => {
  if (reader.everything) return true;
  if (!use) return false;
  if (use.isInGlossary) return true;
  for (const [course, openTo] of reader.courses) {
    const position = use.courses.get(course);
    if (position !== undefined && position <= openTo) return true;
  }
  for (const lesson of use.assignments) if (reader.handedIn.has(lesson)) return true;
  return false;
};
