import { STAFF_COURSES } from "../../../app-context/staff-links.ts";

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
