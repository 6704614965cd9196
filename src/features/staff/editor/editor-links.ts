import { STAFF_COURSES } from "../../../app-context/staff-links.ts";
import type { EntryKind } from "../../../contract/staff-entries.ts";

/** The list of the texts that can be edited. */
export const STAFF_TEXTS = `${STAFF_COURSES}/lessons`;

/**
 * The screen of one text. Its path is in the query, encoded: the school has a file for an address that ends like
 * one, and the page's start takes what contains `/lessons/` for a lesson.
 */
export const STAFF_TEXT = `${STAFF_COURSES}/text`;

/** @param path within the author's folder */
export const textAddress = (path: string): string =>
  `${STAFF_TEXT}?path=${encodeURIComponent(path)}`;

/** The entries of a kind, such as `term`, and the form of one. */
export const STAFF_ENTRIES = `${STAFF_COURSES}/entries`;

/** @param at the position of an entry in its file, or `new`; absent: the list */
export const entriesAddress = (kind: EntryKind, at?: number | "new"): string =>
  `${STAFF_ENTRIES}?kind=${kind}${at === undefined ? "" : `&at=${at}`}`;
