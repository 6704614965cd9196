import type { Id } from "../contract/wire.ts";
import { ADMIN_LEVEL, MANAGER_LEVEL, TUTOR_LEVEL } from "./roles.ts";

/** Whether somebody works at the staff's desk: people, courses, reports. */
export const isStaff = (level: number): boolean => level >= MANAGER_LEVEL;

/** Whether somebody changes the school itself: its settings, keys and backups. */
export const runsSchool = (level: number): boolean => level >= ADMIN_LEVEL;

/** Whether staff may give a level: nobody gives more than they have. */
export const mayGiveLevel = (own: number, given: number): boolean => isStaff(own) && given <= own;

/** Whether staff may change or remove somebody: nobody changes those who stand above them. */
export const mayChangePerson = (own: number, level: number): boolean =>
  isStaff(own) && level <= own;

/** The first words of the kinds of jobs that managers order; all others are of the school itself. */
const OF_MANAGERS: readonly string[] = ["people", "content"];

/** A job, as far as it decides who sees it. */
interface OrderedFor {
  /** Such as `people-import`. */
  readonly kind: string;
  /** The level of the person who has ordered it. */
  readonly level: number;
}

/**
 * Whether somebody sees and stops a job: managers those about people and courses, unless somebody
 * above them has ordered it, because it may show more than they may see.
 */
export const mayHandleJob = (own: number, { kind, level }: OrderedFor): boolean => {
  if (runsSchool(own)) return true;
  const [area = ""] = kind.split("-");
  return OF_MANAGERS.includes(area) && level <= own;
};

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
