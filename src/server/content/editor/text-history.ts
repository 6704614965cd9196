import { hash } from "node:crypto";
import { diffLines } from "diff";
import type { Kysely } from "kysely";
import type { LineDifference } from "../../../contract/staff-editor.ts";
import type { Actor, AuditAction } from "../../../domain/audit.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { claimFiles } from "../../store/unused-files.ts";
import { changeDraft, type SourceChange } from "../source/change-draft.ts";
import {
  checksumIn,
  findDraft,
  publishedVersions,
  replacedDrafts,
  SourceConflict,
  type SourceFile,
  type SourceVersion,
} from "../source/source-rows.ts";
import { presentSource } from "./present-source.ts";

const BOM = "\uFEFF";

/** A text file as it is edited, and what its bytes have besides. */
interface EditedText {
  /** With `\n` at the ends of lines, as a text area has them. */
  readonly text: string;
  readonly hasBom: boolean;
  readonly hasCrLf: boolean;
}

/** Decodes a file; null if it is not in UTF-8. */
export const decodeText = (bytes: Uint8Array): EditedText | null => {
  let whole: string;
  try {
    whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  const hasBom = whole.startsWith(BOM);
  const text = hasBom ? whole.slice(1) : whole;
  return { text: text.replace(/\r\n?/g, "\n"), hasBom, hasCrLf: text.includes("\r\n") };
};

/**
 * The bytes of an edited text. What stands before the text and at the ends of its lines stays as in the file
 * before, so that only the lines that somebody has changed are different.
 * @param before null for a new file
 */
export const encodeText = (text: string, before: EditedText | null): Buffer => {
  const plain = text.replace(/\r\n?/g, "\n");
  const lines = before?.hasCrLf ? plain.replaceAll("\n", "\r\n") : plain;
  return Buffer.from(before?.hasBom ? BOM + lines : lines);
};

/** A version in which a text became another one. */
interface ChangedText {
  readonly version: SourceVersion;
  /** Null where the text was removed. */
  readonly checksum: string | null;
}

/** The versions in which a text has changed, the drafts among them, the latest first. */
export const textHistory = async (db: Kysely<Tables>, path: string): Promise<ChangedText[]> => {
  const draft = await findDraft(db);
  const timeOf = ({ published, changed }: SourceVersion) => Number(published ?? changed);
  const earlierOnes = [...(await publishedVersions(db)), ...(await replacedDrafts(db))];
  const versions = [
    ...(draft ? [draft] : []),
    ...earlierOnes.toSorted((a, b) => timeOf(b) - timeOf(a)),
  ];
  const history: ChangedText[] = [];
  let earlier: string | null = null;
  for (const version of versions.toReversed()) {
    const checksum = await checksumIn(db, version.id, path);
    if (checksum !== earlier) history.push({ version, checksum });
    earlier = checksum;
  }
  return history.reverse();
};

/** How many lines around a change are shown. */
const CONTEXT = 3;
/** Comparing texts that have nothing in common takes no longer than this. */
const LONGEST_MS = 500;

const linesOf = (value: string): string[] => value.replace(/\n$/, "").split("\n");

/** The parts of a text that two versions have alike, without the lines far from any change. */
const shorten = (lines: string[], isFirst: boolean, isLast: boolean): string[] => {
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  if (lines.length <= before + after + 1) return lines;
  return [...lines.slice(0, before), "…", ...(after > 0 ? lines.slice(-after) : [])];
};

/** What has changed from one text to another, line by line. */
export const lineDifferences = (from: string, to: string): LineDifference[] => {
  const parts = diffLines(from, to, {
    timeout: LONGEST_MS,
  }) ?? [
    // Too much has changed to be compared.
    { removed: true, added: false, value: from },
    { removed: false, added: true, value: to },
  ];
  return parts
    .filter(({ value }) => value !== "")
    .flatMap(({ added, removed, value }, at, all): LineDifference[] => {
      if (added) return linesOf(value).map((text) => ({ kind: "added", text }));
      if (removed) return linesOf(value).map((text) => ({ kind: "removed", text }));
      const shown = shorten(linesOf(value), at === 0, at === all.length - 1);
      return shown.map((text) => ({ kind: "same", text }));
    });
};

/** Stores a file's bytes; the sweep leaves them alone until something names them. */
export const storeBytes = async (
  database: Database,
  store: Store,
  bytes: Buffer,
): Promise<Omit<SourceFile, "path">> => {
  const checksum = hash("sha256", bytes);
  const size = bytes.length;
  await claimFiles(database, [checksum]);
  await store.put([{ key: contentFile(checksum), size, checksum, source: bytes }]);
  return { checksum, size };
};

const KINDS = { lesson: "lesson", glossary: "term", faq: "question" } as const;

interface By {
  readonly actor: Actor;
  readonly at: number;
}

/** Changes files of the draft and records it; call within a write. @throws SourceConflict */
export const changeSourceFiles = async (
  db: Kysely<Tables>,
  changes: readonly SourceChange[],
  by: By,
): Promise<void> => {
  await changeDraft(db, changes, by);
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
  const present = before ? decodeText(await store.read(contentFile(before.checksum))) : null;
  return { path, replaces, ...(await storeBytes(database, store, encodeText(text, present))) };
};
