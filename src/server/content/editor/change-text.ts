import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Actor, AuditAction } from "../../../domain/audit.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { claimFiles } from "../../store/unused-files.ts";
import { changeDraft, type SourceChange } from "../source/change-draft.ts";
import { SourceConflict } from "../source/source-errors.ts";
import type { SourceFile } from "../source/source-rows.ts";
import { presentSource } from "./present-source.ts";
import { decodeText, encodeText } from "./text-bytes.ts";

/** Stores a file's bytes; the sweep leaves them alone until something names them. */
const storeBytes = async (
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

/** Changes a file of the draft and records it; call within a write. @throws SourceConflict */
export const changeSourceFile = async (
  db: Kysely<Tables>,
  change: SourceChange,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<void> => {
  const { path } = change;
  await changeDraft(db, [change], { actor, at });
  const place = sourceTextPlace(path);
  const kind = place && place.kind in KINDS ? KINDS[place.kind as keyof typeof KINDS] : "content";
  const removed = "removed" in change;
  const action: AuditAction = removed ? "removed" : change.replaces === null ? "added" : "changed";
  await recordChange(db, at, {
    ...{ actor, action, kind, subject: path, name: path },
    details: { draft: true, ...(!removed && { bytes: change.size }) },
  });
};

export interface TextChange {
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
