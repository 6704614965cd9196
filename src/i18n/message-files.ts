/**
 * Message areas by file. The area of a message is the first word of its id, or the first two. A language has a file each for
 * the sign-in form (`entry`), for what stands between it and a lesson (`inside`), and for all other screens
 * (`further`): few files compress better than many. What only some people need has a file of its own. An
 * area may be in several files, and one that no file names is in `further`. Titles (`AREA.title`) are in `inside`, because the menus show them. The
 * build makes the files (`scripts/build/messages-loader.ts`); `messages/` has what loads them.
 */
const MESSAGE_FILES = {
  entry: ["alert", "authorization", "boot", "failure", "footer", "language", "skip"],
  inside: [
    "announcements",
    "course-failure",
    "courses",
    "dialog",
    "header",
    "lesson",
    "lesson-failure",
    "lessons",
    "phone",
    "profile",
    "progress",
    "screen",
    "top",
    "unsent",
  ],
  further: [
    // Of the sign-in form only what the form for a forgotten password shows.
    "authorization.forgot-help.",
    "authorization.name-or-email.",
    "authorization.name-or-email-missing.",
    "authorization.ok.",
    "offline",
    // Of the profile what only the form for another password shows.
    "profile.change.",
    "profile.changed.",
    "profile.current.",
    "profile.missing.",
    "profile.new.",
    "profile.no-match.",
    "profile.repeat.",
    "profile.throttled.",
    "profile.too-common.",
    "profile.too-short.",
    "profile.unexpected.",
    "profile.wrong.",
    "reference",
  ],
  desktop: [
    "about",
    "activation",
    "content-import",
    "desktop",
    "import-failure",
    "offline",
    "sync-failure",
    "this-machine",
    "update",
    "update-failure",
  ],
  desk: ["desk", "desk-failure", "desk-students", "marking", "waiting"],
  patterns: ["patterns"],
  garments: ["garments"],
  numbers: ["patterns.number."],
  sites: ["embedded", "openid"],
  staff: [
    "desk-failure",
    "staff",
    "staff-audit",
    "staff-content",
    "staff-import",
    "staff-people",
    "staff-reports",
    "staff-editor",
  ],
  tree: ["staff-tree"],
  "staff-text": ["staff-text", "staff-media", "staff-lesson-files"],
  school: ["staff-doctor", "staff-public", "staff-school"],
  tools: [
    "authenticator",
    "captions",
    "captions-failure",
    "captions-problem",
    "downloads",
    "licence-file",
    "news",
    "reference",
    "second-factor",
    "second-step",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The areas that only the server's own pages and mails show. */
const ON_THE_SERVER: readonly string[] = [
  "first-start",
  "password-reset",
  "invitation",
  "news-mail",
  "openid-try",
  "preview",
  "public",
];

const ONLY_ONLINE = ["embedded", "keep-failure", "on-device"];

/** The areas that a build of the desktop app leaves out, as it shows none of them. The build checks that. */
export const LEFT_OUT: Readonly<Record<"hybrid" | "offline", readonly string[]>> = {
  hybrid: [...ONLY_ONLINE, "content-import", "import-failure"],
  offline: [...ONLY_ONLINE, "downloads", "licence-file"],
};

/**
 * The files that contain a message.
 * @param id such as `faq.title`
 */
export const filesOfMessage = (id: string): readonly string[] => {
  const [area = "", part] = id.split(".");
  const filesOf = (name: string) =>
    Object.entries<readonly string[]>(MESSAGE_FILES).flatMap(([file, areas]) =>
      areas.includes(name) ? [file] : [],
    );
  const ofPart = filesOf(`${area}.${part}.`);
  const named = ofPart.length > 0 ? ofPart : filesOf(area);
  if (id.endsWith(".title") && !named.includes("entry")) return ["inside"];
  return named.length > 0 || ON_THE_SERVER.includes(area) ? named : ["further"];
};
