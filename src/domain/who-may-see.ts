import type { Id } from "../contract/wire.ts";
import { MANAGER_LEVEL, TUTOR_LEVEL } from "./roles.ts";

/** Somebody who asks to see work. */
export interface Viewer {
  readonly id: Id;
  readonly level: number;
  /** The courses that a tutor teaches; nobody else's count. */
  readonly teaches: "all" | ReadonlySet<Id>;
}

/**
 * The courses whose students a person sees: managers and above see all, a tutor those that they
 * teach, and a student none.
 */
export const coursesSeenBy = ({ level, teaches }: Viewer): "all" | ReadonlySet<Id> => {
  if (level >= MANAGER_LEVEL) return "all";
  return level >= TUTOR_LEVEL ? teaches : new Set();
};

/** What belongs to a person: a hand-in, a conversation, a file, or the person as a whole. */
interface Owned {
  readonly owner: Id;
  /**
   * The courses that it belongs to. A hand-in: those of the owner's courses that have its lesson. A
   * conversation about a hand-in: those of the hand-in, and the one in which it began, if the owner
   * still has it. Everything else: all of the owner's courses, ended ones too.
   */
  readonly courses: Iterable<Id>;
}

/** Whether a person may see what belongs to somebody: their own, and that of a course that they see. */
export const maySee = (viewer: Viewer, { owner, courses }: Owned): boolean => {
  if (owner === viewer.id) return true;
  const seen = coursesSeenBy(viewer);
  return seen === "all" || [...courses].some((course) => seen.has(course));
};
