import { ADMIN_LEVEL } from "../domain/roles.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { DESK } from "./desk-links.ts";

/* The addresses of the staff's desk, which only levels 20 and above load. */

export const STAFF_PEOPLE = `${DESK}/people`;
export const STAFF_IMPORT = `${STAFF_PEOPLE}/import`;
export const STAFF_COURSES = `${DESK}/courses`;
export const STAFF_REPORTS = `${DESK}/reports`;
export const STAFF_AUDIT = `${DESK}/changes`;
export const STAFF_SCHOOL = `${DESK}/school`;

/** A part of the staff's desk. */
export interface StaffPart {
  readonly path: string;
  readonly name: MessageId;
  /** The level from which on it is shown; absent: that of the staff. */
  readonly from?: number;
}

/** The parts in the order in which the desk shows them. */
export const STAFF_PARTS: readonly StaffPart[] = [
  { path: STAFF_PEOPLE, name: "desk.people" },
  { path: STAFF_COURSES, name: "desk.courses" },
  { path: STAFF_REPORTS, name: "desk.reports" },
  { path: STAFF_AUDIT, name: "desk.changes" },
  { path: STAFF_SCHOOL, name: "desk.school", from: ADMIN_LEVEL },
];
