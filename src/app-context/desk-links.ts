import type { Id } from "../contract/wire.ts";

/*
 * The addresses of the tutors' desk. They are apart from `links.ts`, which students load. `search` is
 * the query of the queue, so that the way back and the next work keep its filters.
 */

export const DESK = "/desk";
export const DESK_STUDENTS = `${DESK}/students`;

/** The address of the work on a hand-in. */
export const handInPath = (id: Id, search = ""): string =>
  `${DESK}/hand-ins/${encodeURIComponent(id)}${search}`;

/** The address of the work on a conversation. */
export const deskMessagePath = (thread: Id, search = ""): string =>
  `${DESK}/messages/${encodeURIComponent(thread)}${search}`;

/** The name of the query parameter with the student whose conversation it is. */
export const STUDENT_QUERY = "student";

/** The address of the work on a conversation, from the page of its student. */
export const messageOfStudentPath = (thread: Id, student: Id): string =>
  deskMessagePath(thread, `?${STUDENT_QUERY}=${encodeURIComponent(student)}`);

/** The address of a student's page at the desk. */
export const deskStudentPath = (id: Id): string => `${DESK_STUDENTS}/${encodeURIComponent(id)}`;
