/**
 * Message areas by chunk. The area of a message is the first word of its id. By default an area is
 * in the chunk of the same name. This table lists the other chunks: the messages of the sign-in
 * form (`entry`), those of the shell and the lessons (`inside`), and chunks with several areas. An
 * area may be in several chunks. Titles (`AREA.title`) are in `inside`, because the menus show
 * them.
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
  desktop: ["desktop", "dialog", "offline"],
  downloads: ["downloads", "licence-file", "reference"],
  measuring: ["measure-how", "measuring"],
  "messages-so-far": ["dialog", "messages-so-far"],
  "on-device": ["dialog", "keep-failure", "offline", "on-device"],
  "own-data": ["dialog", "measure", "measurement-failure", "measurements", "policies"],
  phone: ["phone"],
  "second-factor": ["authenticator", "second-factor", "second-step"],
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

/** The name of a chunk that has messages. */
export type MessageChunk = string;

/**
 * The chunks that contain a message.
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
