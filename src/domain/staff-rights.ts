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
