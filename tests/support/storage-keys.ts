/** Whose a value is that the app stores on a machine. */
export type Owner =
  /** The machine's: nothing of a person. */
  | "machine"
  /** The person's who is signed in; it goes when they sign out. */
  | "session"
  /** One person's, whose id the key contains. Nobody else's app reads it; it stays when they sign out. */
  | "person"
  /** The same, but it goes when they sign out. */
  | "person, until they sign out"
  /** Entries of several people, each with the person's id. */
  | "people"
  /** A folder's in the desktop app, of which each account has one. */
  | "account";

/** Every key under which the app stores something; `ID` stands for that of a person or of an account's folder. */
export const STORAGE_KEYS: Readonly<Record<string, Owner>> = {
  "accent.v1": "machine",
  "announcements-height.v1": "machine",
  "app-news.quiet.v1": "machine",
  "app-news.v1": "machine",
  "boot.failed.v1": "machine",
  "content-import.v1": "machine",
  "desk-keys.v1": "machine",
  "embedded.v1": "machine",
  "icon.v1": "machine",
  "language.v1": "machine",
  "licence-id.v1": "machine",
  "licence-notice.v1": "machine",
  "licence-request.v1": "machine",
  "licence-spent.v1": "machine",
  "licence.v1": "machine",
  "organisation.v1": "machine",
  "print-setup.v1": "machine",
  "printed-drafts.v1/ID": "person",
  "cloth.v1": "machine",
  "sync-names.v1": "machine",
  "sync.ask-first.v1": "machine",
  "sync.whole-films.v1": "machine",
  "unseen-height.v1": "machine",
  "zoom.v1": "machine",
  // The app's half of a sign-in that waits for the provider: it opens nothing without that browser's code.
  "openid.v1": "machine",
  "session.v1": "session",
  "framed-lesson.v1": "session",
  "course-tree.v1/ID": "person",
  "desk-given.v1/ID": "person",
  "lesson-drafts.v1/ID": "person",
  "local-measurements.v1/ID": "person",
  "local-progress.v1/ID": "person",
  "measurements.v2/ID": "person, until they sign out",
  "news-place.v1/ID": "person",
  "notes.ID.v1": "person",
  "patterns.v1/ID": "person",
  "people-filters.v1/ID": "person",
  "place.v2/ID": "person, until they sign out",
  "queue.v1/ID": "person",
  "remembered.v1/ID": "person",
  "videos.v1.ID": "person",
  "drafts.v1": "people",
  "hidden-announcements.v1": "people",
  "account.v1/ID": "account",
  "sync.left-out.v2/ID": "account",
  "sync.v2/ID": "account",
};

/** The caches of a browser: `kept.v1/ID/…` has what one person has read, and `app.v1` the files of the app. */
export const CACHES: Readonly<Record<string, Owner>> = {
  "app.v1": "machine",
  "kept.v1/ID": "person, until they sign out",
};

/** Finds the row of a table for a stored key. @returns also the id in it; null where it has none */
export const rowOf = (
  table: Readonly<Record<string, Owner>>,
  key: string,
): { row: string; owner: Owner; id: string | null } | null => {
  for (const [row, owner] of Object.entries(table)) {
    const pattern = row.replaceAll(".", "\\.").replace("ID", "([^/.]+)");
    const found = new RegExp(`^${pattern}(?:/.*)?$`).exec(key);
    if (found) return { row, owner, id: found[1] ?? null };
  }
  return null;
};
