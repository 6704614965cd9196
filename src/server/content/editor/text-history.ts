import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Actor, AuditAction } from "../../../domain/audit.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { HttpProblem } from "../../problem.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { holdFiles } from "../../store/unused-files.ts";
import { changeDraft, type SourceChange } from "../source/change-draft.ts";
import { changesOfFile } from "../source/source-changes.ts";
import {
  checksumIn,
  publishedVersions,
  SourceConflict,
  type SourceFile,
  type SourceVersion,
} from "../source/source-rows.ts";
import { openSourceText, presentSource, readText } from "../source/source-text.ts";
import { encodeText } from "./decode-text.ts";

/** When a text became another one. */
interface ChangedText extends Pick<SourceVersion, "actor" | "account_id"> {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null where the text was removed. */
  readonly checksum: string | null;
  /** Whether it was published like that; false: it was in a draft alone. */
  readonly isPublished: boolean;
}

/** What was published at the moment of a change had its text already, unless it was there before. */
const byTime = (one: ChangedText, other: ChangedText): number => {
  if (one.at !== other.at || one.isPublished === other.isPublished) return one.at - other.at;
  return (one.checksum === other.checksum) === one.isPublished ? 1 : -1;
};

/** All that a text has been, in drafts and in what was published, the latest first. */
export const textHistory = async (db: Kysely<Tables>, path: string): Promise<ChangedText[]> => {
  const changes = await changesOfFile(db, path);
  const events: ChangedText[] = changes.toReversed().map(({ actor, account_id, at, after }) => ({
    ...{ actor, account_id, at: Number(at), checksum: after, isPublished: false },
  }));
  const oldest = changes.at(-1);
  for (const version of await publishedVersions(db)) {
    const { actor, account_id } = version;
    const at = Number(version.published);
    const checksum = await checksumIn(db, version.id, path);
    events.push({ actor, account_id, at, checksum, isPublished: true });
  }
  // What was there before the oldest change that is known, if no version has it any more.
  const first = events.reduce((time, { at }) => Math.min(time, at), Number(oldest?.at ?? 0));
  if (oldest?.before && Number(oldest.at) === first) {
    const unknown = { actor: "school", account_id: null } as const;
    events.push({ ...unknown, at: first - 1, checksum: oldest.before, isPublished: false });
  }
  const history: ChangedText[] = [];
  let present: string | null = null;
  for (const event of events.toSorted(byTime)) {
    const last = history.at(-1);
    if (event.checksum !== present) history.push(event);
    // Who has written it counts, not who has published it.
    else if (last && event.isPublished) history.splice(-1, 1, { ...last, isPublished: true });
    present = event.checksum;
  }
  return history.reverse();
};

/** A text as it was. @throws HttpProblem 404 for bytes that it never had */
export const earlierText = async (
  { read, store }: { readonly read: Kysely<Tables>; readonly store: Store },
  path: string,
  checksum: string,
) => {
  const history = await textHistory(read, path);
  if (!history.some((each) => each.checksum === checksum)) {
    throw new HttpProblem(404, "content/unknown_version", "There is no such version");
  }
  return openSourceText(store, checksum);
};

/** Stores the bytes of files, in their order; the sweep leaves them alone until something names them. */
export const storeAll = async (
  database: Database,
  store: Store,
  all: readonly Buffer[],
): Promise<Omit<SourceFile, "path">[]> => {
  const files = all.map((source) => ({
    ...{ checksum: hash("sha256", source), size: source.length, source },
  }));
  await holdFiles(
    database,
    files.map(({ checksum }) => checksum),
  );
  await store.put(files.map((file) => ({ key: contentFile(file.checksum), ...file })));
  return files.map(({ checksum, size }) => ({ checksum, size }));
};

/** Stores the bytes of one file, as `storeAll`. */
export const storeBytes = async (
  database: Database,
  store: Store,
  bytes: Buffer,
): Promise<Omit<SourceFile, "path">> => {
  const [stored] = await storeAll(database, store, [bytes]);
  return stored as Omit<SourceFile, "path">;
};

const KINDS = { lesson: "lesson", glossary: "term", faq: "question" } as const;

/** Who changes the content, and when. */
export interface By {
  readonly actor: Actor;
  readonly at: number;
}

/**
 * Changes files of the draft and records it; call within a write.
 * @param along files that change with them, in the same step, and need no record of their own
 * @throws SourceConflict
 */
export const changeSourceFiles = async (
  db: Kysely<Tables>,
  changes: readonly SourceChange[],
  by: By,
  along: readonly SourceChange[] = [],
): Promise<void> => {
  await changeDraft(db, [...changes, ...along], by);
  for (const change of changes) await recordFile(db, change, by);
};

/** Changes a file of the draft and records it; call within a write. @throws SourceConflict */
export const changeSourceFile = (db: Kysely<Tables>, change: SourceChange, by: By): Promise<void> =>
  changeSourceFiles(db, [change], by);

const recordFile = async (
  db: Kysely<Tables>,
  change: SourceChange,
  { actor, at }: By,
): Promise<void> => {
  const { path } = change;
  const place = sourceTextPlace(path);
  const kind = place && place.kind in KINDS ? KINDS[place.kind as keyof typeof KINDS] : "content";
  const removed = "removed" in change;
  const action: AuditAction = removed ? "removed" : change.replaces === null ? "added" : "changed";
  await recordChange(db, at, {
    ...{ actor, action, kind, subject: path, name: path },
    details: { draft: true, ...(!removed && { bytes: change.size }) },
  });
};

interface TextChange {
  readonly path: string;
  readonly text: string;
  /** The checksum of the file that the person has seen; null: there was none. */
  readonly replaces: string | null;
}

/**
 * Stores the bytes of a changed text, with the line ends that the file has.
 * @returns the change of the draft
 * @throws SourceConflict if the file is another one by now
 */
export const prepareText = async (
  database: Database,
  store: Store,
  { path, text, replaces }: TextChange,
): Promise<Exclude<SourceChange, { removed: true }>> => {
  const source = await presentSource(database.read);
  const before = source?.files.get(path);
  if ((before?.checksum ?? null) !== replaces) throw new SourceConflict([path]);
  const present = before ? await readText(store, before.checksum) : null;
  return { path, replaces, ...(await storeBytes(database, store, encodeText(text, present))) };
};
