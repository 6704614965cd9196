/** The lowest levels of the roles. A lower level is a student's. */
export const ADMIN_LEVEL = 100;
export const MANAGER_LEVEL = 20;
export const TUTOR_LEVEL = 10;

/** The levels that a school gives, from a student's to an administrator's. */
export const LEVELS: readonly number[] = [0, TUTOR_LEVEL, MANAGER_LEVEL, ADMIN_LEVEL];

type Role = "admin" | "manager" | "tutor" | "student";

/** Whether somebody sees only the students of the courses that they teach: managers see all. */
export const teachesCourses = (level: number): boolean =>
  level >= TUTOR_LEVEL && level < MANAGER_LEVEL;

/** The highest role that a level gives. */
export const roleOf = (level: number): Role => {
  if (level >= ADMIN_LEVEL) return "admin";
  if (level >= MANAGER_LEVEL) return "manager";
  return level >= TUTOR_LEVEL ? "tutor" : "student";
};
