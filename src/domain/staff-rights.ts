import { ADMIN_LEVEL, MANAGER_LEVEL } from "./roles.ts";

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
