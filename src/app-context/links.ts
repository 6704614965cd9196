import type { Id } from "../contract/wire.ts";

const segment = encodeURIComponent;

export const coursePath = (product: string, course: string): string =>
  `/lessons/${segment(product)}/${segment(course)}`;

/** The address of a page of a lesson; pages count from 1. */
export const lessonPath = (product: string, course: string, lesson: string, page = 1): string =>
  `${coursePath(product, course)}/${segment(lesson)}${page > 1 ? `?page=${page}` : ""}`;

/** The fragment of the address of a lesson's assignment. */
export const ASSIGNMENT_PLACE = "#assignment";

/**
 * The address of a lesson's assignment, which stands at the end of the last page.
 * @param lesson the address of the lesson
 */
export const assignmentPath = (lesson: string): string => `${lesson}?page=last${ASSIGNMENT_PLACE}`;

/** The address of a place, which windows and frames open again; null if no course was selected yet. */
export const placePath = (place: {
  productKey: string | null;
  courseKey: string | null;
  lessonKey: string | null;
  page: number;
}): string | null => {
  const { productKey, courseKey, lessonKey, page } = place;
  if (!productKey || !courseKey) return null;
  return lessonKey
    ? lessonPath(productKey, courseKey, lessonKey, page)
    : coursePath(productKey, courseKey);
};

export const glossaryPath = (term: string): string => `/glossary?term=${segment(term)}`;

export const DOWNLOADS = "/downloads";
/** The screen on which licence requests of computers without a network are signed. */
export const LICENCE_FILE = `${DOWNLOADS}/licence`;

export const ASSIGNMENTS = "/assignments";
export const TUTOR_TALK = "/tutor-talk";

/** The address of a conversation in tutor talk. */
export const threadPath = (thread: Id): string =>
  `${TUTOR_TALK}?thread=${encodeURIComponent(thread)}`;

/** The form for a new conversation. */
export const NEW_MESSAGE = `${TUTOR_TALK}?new`;

/** A dialog over the screen. */
export const ABOUT = "/about";
export const ALERT_HISTORY = "/alert-history";
export const CONTENT_IMPORT = "/content-import";
/** What the web app keeps in the browser. */
export const ON_DEVICE = "/on-this-device";
export const THIS_MACHINE = "/this-machine";

export const PROFILE = "/profile";
/** The account without the courses. */
export const OWN_ACCOUNT = `${PROFILE}?account`;

/** Today's class, and the progress so far. */
export const PROGRESS = "/progress";

/** The patterns that are drafted to the person's measures. */
export const PATTERNS = "/patterns";

/** The measurement tables, each with its editor. */
export const MEASUREMENTS = "/measurements";
