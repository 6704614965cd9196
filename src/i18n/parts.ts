/**
 * Which messages are fetched with which part of the app, by the first word of their ids: what the
 * sign-in form needs (`entry`), what the shell and lessons need (`inside`), and the rest with the
 * screen that needs it. An area may belong to several parts. Titles (`AREA.title`) of screens come
 * with `inside`, for menus show them.
 */
export const PARTS = {
  entry: ["alert", "authorization", "boot", "failure", "footer", "language", "skip"],
  inside: [
    "course-failure",
    "courses",
    "header",
    "lesson",
    "lesson-failure",
    "lessons",
    "profile",
    "screen",
    "top",
  ],
  about: ["about", "dialog"],
  activation: ["activation", "dialog"],
  announcements: ["announcements"],
  assignments: ["assignment-failure", "assignments", "attachments"],
  "content-import": ["content-import", "import-failure"],
  desktop: ["desktop", "dialog"],
  downloads: ["downloads", "licence-file", "reference"],
  "own-data": ["dialog", "measure", "measurement-failure", "measurements", "policies"],
  measuring: ["measure-how", "measuring"],
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
  zoom: ["dialog", "zoom"],
  video: ["video", "video-failure"],
  captions: ["captions", "captions-failure", "captions-problem"],
  "this-machine": ["dialog", "sync-failure", "this-machine", "update", "update-failure"],
  "study-tools": ["dialog", "lesson-search", "note", "print", "search", "sheet"],
  "tutor-talk": ["attachments", "tutor-talk", "tutor-talk-failure"],
  unsent: ["dialog", "unsent"],
} as const satisfies Record<string, readonly string[]>;

export type Part = keyof typeof PARTS;
