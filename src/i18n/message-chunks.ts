/**
 * The messages of an area, which is the first word of their ids, come with the chunk that has the
 * area's name. This table has the chunks with other areas: what the sign-in form needs (`entry`),
 * what the shell and lessons need (`inside`), and chunks with the messages of several areas. An area
 * may belong to several chunks. Titles (`AREA.title`) come with `inside` too, for menus show them.
 */
export const MESSAGE_CHUNKS: Readonly<Record<string, readonly string[]>> = {
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
  assignments: ["assignment-failure", "assignments", "attachments"],
  captions: ["captions", "captions-failure", "captions-problem"],
  "content-import": ["content-import", "import-failure"],
  desktop: ["desktop", "dialog"],
  downloads: ["downloads", "licence-file", "reference"],
  measuring: ["measure-how", "measuring"],
  "own-data": ["dialog", "measure", "measurement-failure", "measurements", "policies"],
  reference: [
    "dialog",
    "faq",
    "glossary",
    "how-to-study",
    "reference",
    "reference-failure",
    "search",
  ],
  "study-tools": ["dialog", "lesson-search", "note", "print", "search", "sheet"],
  "this-machine": ["dialog", "sync-failure", "this-machine", "update", "update-failure"],
  "tutor-talk": ["attachments", "tutor-talk", "tutor-talk-failure"],
  unsent: ["dialog", "unsent"],
  video: ["video", "video-failure"],
  zoom: ["dialog", "zoom"],
};

/** The name of a chunk with messages of its own. */
export type MessageChunk = string;

/**
 * Which chunks carry a message.
 * @param id such as `faq.title`
 */
export const chunksOfMessage = (id: string): readonly string[] => {
  const [area = ""] = id.split(".");
  const named = Object.entries(MESSAGE_CHUNKS).flatMap(([chunk, areas]) =>
    areas.includes(area) ? [chunk] : [],
  );
  if (id.endsWith(".title") && !named.includes("entry")) return ["inside"];
  return named.length > 0 ? named : [area];
};
