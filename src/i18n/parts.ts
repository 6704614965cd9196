/**
 * Which messages are fetched with which part of the app, by the first word of their ids: what the
 * sign-in form needs (`entry`), what the shell and lessons need (`inside`), and the rest with the
 * screen that needs it. An area may belong to several parts. Titles (`AREA.title`) come with
 * `inside`, for menus show them.
 */
export const PARTS = {
  entry: ["alert", "authorization", "boot", "failure", "language", "skip"],
  inside: [
    "course-failure",
    "courses",
    "footer",
    "header",
    "lesson",
    "lesson-failure",
    "lessons",
    "profile",
    "screen",
    "top",
  ],
  progress: ["progress"],
  reference: [
    "dialog",
    "faq",
    "glossary",
    "how-to-study",
    "reference",
    "reference-failure",
    "search",
  ],
  unsent: ["dialog", "unsent"],
} as const satisfies Record<string, readonly string[]>;

export type Part = keyof typeof PARTS;
