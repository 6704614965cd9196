import type { EntryKind } from "../contract/staff-entries.ts";
import { ADMIN_LEVEL } from "../domain/roles.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { DESK } from "./desk-links.ts";

/* The addresses of the staff's desk, which only levels 20 and above load. */

export const STAFF_PEOPLE = `${DESK}/people`;
export const STAFF_IMPORT = `${STAFF_PEOPLE}/import`;
export const STAFF_COURSES = `${DESK}/courses`;
/** The same, where the draft is checked at once. */
export const STAFF_CHECK = `${STAFF_COURSES}?check=1`;
export const STAFF_REPORTS = `${DESK}/reports`;
export const STAFF_CHANGES = `${DESK}/changes`;
export const STAFF_SCHOOL = `${DESK}/school`;

/** The tree of products, courses, chapters and lessons. */
export const STAFF_TEXTS = `${STAFF_COURSES}/lessons`;

/**
 * The screen of one text. Its path is in the query, encoded: the school has a file for an address that ends like
 * one, and the page's start takes what contains `/lessons/` for a lesson.
 */
export const STAFF_TEXT = `${STAFF_COURSES}/text`;

/** @param path within the author's folder */
export const textAddress = (path: string): string =>
  `${STAFF_TEXT}?path=${encodeURIComponent(path)}`;

/** The screen that makes lessons of other files. */
export const STAFF_LESSON_FILES = `${STAFF_COURSES}/from-files`;

/** @param at where the lessons go: the key of a chapter, and the position of its section */
export const lessonFilesAddress = (
  product: string,
  at?: { readonly chapter: string; readonly section: number },
): string =>
  `${STAFF_LESSON_FILES}?${new URLSearchParams({
    product,
    ...(at && { chapter: at.chapter, section: String(at.section) }),
  })}`;

/** The entries of a kind, such as `term`, and the form of one. */
export const STAFF_ENTRIES = `${STAFF_COURSES}/entries`;

/** @param at the position of an entry in its file, or `new`; absent: the list */
export const entriesAddress = (kind: EntryKind, at?: number | "new"): string =>
  `${STAFF_ENTRIES}?kind=${kind}${at === undefined ? "" : `&at=${at}`}`;

/**
 * The tree, where something is chosen in it.
 * @param at a chapter, a course or a lesson by its key, and a field of it, such as `title`; absent: the product
 */
export const treeAddress = (
  product: string,
  at: Readonly<Partial<Record<"chapter" | "course" | "lesson" | "field", string>>> = {},
): string => {
  const known = Object.entries({ product, ...at }).filter(([, value]) => value);
  return `${STAFF_TEXTS}?${new URLSearchParams(known as [string, string][])}`;
};

/** The page that a course shows to everybody. */
export const STAFF_PUBLIC_PAGE = `${STAFF_COURSES}/public`;

/** @param title shown until the school has answered */
export const publicPageAddress = (product: string, course: string, title: string): string =>
  `${STAFF_PUBLIC_PAGE}?${new URLSearchParams({ product, course, title })}`;

interface StaffPart {
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
  { path: STAFF_CHANGES, name: "desk.changes" },
  { path: STAFF_SCHOOL, name: "desk.school", from: ADMIN_LEVEL },
];
