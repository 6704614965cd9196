import type { Kysely } from "kysely";
import { MAX_SOURCE_TEXT_BYTES } from "../../../../contract/staff-editor.ts";
import type { TreePlace } from "../../../../contract/staff-tree.ts";
import type { Actor, AuditAction } from "../../../../domain/audit.ts";
import { chunks } from "../../../../lib/chunks.ts";
import { recordChange } from "../../../audit/record-change.ts";
import type { Tables } from "../../../db/schema.ts";
import { HttpProblem } from "../../../problem.ts";
import type { Services } from "../../../services.ts";
import type { Store } from "../../../store/store.ts";
import { changeDraft, draftTag, type SourceChange } from "../../source/change-draft.ts";
import {
  missingFiles,
  SourceConflict,
  SourceError,
  type SourceFile,
} from "../../source/source-rows.ts";
import { openText } from "../../source/source-text.ts";
import { encodeText } from "../decode-text.ts";
import { readInThread } from "../reading-thread.ts";
import { storeAll } from "../text-history.ts";
import type { NumberSeries } from "./numbers.ts";
import type { FileWork, Plan, Tree } from "./plan.ts";

type Opened = Pick<Services, "database" | "store">;

/** The files that a change was decided by, as its author has seen them. */
type Seen = readonly { readonly path: string; readonly checksum: string | null }[];

/** @throws SourceConflict if one of the files is another one by now, or was not seen */
export const assertSeen = (tree: Tree, { decidedBy }: Plan, seen: Seen): void => {
  const present = (path: string) => tree.files.get(path)?.checksum ?? null;
  const changed = seen.filter(({ path, checksum }) => present(path) !== checksum);
  const unseen = decidedBy.filter((path) => !seen.some((each) => each.path === path));
  if (changed.length + unseen.length === 0) return;
  throw new SourceConflict([...new Set([...changed.map(({ path }) => path), ...unseen])]);
};

const notEditable = () =>
  new HttpProblem(422, "content/entry_not_editable", "The file is written in an unusual way");

const LESSONS_AT_ONCE = 20;

type Edited = Extract<FileWork, { readonly from: string }>;

/** Reads a file of the folder as text. @throws HttpProblem, SourceConflict */
export const openTreeText = (store: Store, { files }: Pick<Tree, "files">, path: string) => {
  const file = files.get(path);
  if (!file) throw new SourceConflict([path]);
  return openText(store, file.checksum);
};

/** The new bytes of files that are written. @throws HttpProblem, SourceConflict */
const writtenBytes = async (
  { store }: Opened,
  tree: Pick<Tree, "files">,
  work: readonly FileWork[],
): Promise<Map<string, Buffer>> => {
  const written = new Map<string, Buffer>();
  const open = (path: string) => openTreeText(store, tree, path);
  for (const each of work) {
    if ("text" in each) written.set(each.path, Buffer.from(each.text));
    if (!("steps" in each)) continue;
    const before = await open(each.path);
    const edited = await readInThread("editYaml", before.text, each.steps);
    if (!edited) throw notEditable();
    if (edited.text !== before.text) written.set(each.path, encodeText(edited.text, before));
  }
  const lessons = work.filter((each): each is Edited => "from" in each);
  for (const some of chunks(lessons, LESSONS_AT_ONCE)) {
    const before = await Promise.all(some.map(({ from }) => open(from)));
    const texts = before.map(({ text }) => text);
    const edited = await readInThread(
      "editLessons",
      texts,
      some.map(({ edit }) => edit),
    );
    for (const [at, { path, from }] of some.entries()) {
      const [text, original] = [edited?.[at]?.text, before[at]];
      if (text === undefined || !original) throw notEditable();
      if (text !== original.text || path !== from) written.set(path, encodeText(text, original));
    }
  }
  if ([...written.values()].some(({ length }) => length > MAX_SOURCE_TEXT_BYTES)) {
    throw new SourceError("content/too_large");
  }
  return written;
};

/**
 * Stores the bytes of a plan.
 * @returns its changes of the draft; each names what it replaces
 * @throws HttpProblem 422 for a file that cannot be changed or was not sent
 */
export const preparePlan = async (
  opened: Opened,
  tree: Pick<Tree, "files">,
  { work }: Pick<Plan, "work">,
): Promise<SourceChange[]> => {
  const { database, store } = opened;
  const written = await writtenBytes(opened, tree, work);
  const sent = work.flatMap((each) => ("file" in each ? [each.file] : []));
  if ((await missingFiles(database, store, sent)).size > 0) {
    throw new HttpProblem(422, "content/missing_files", "A file has not been sent");
  }
  const stored = await storeAll(database, store, [...written.values()]);
  const changes = new Map<string, SourceChange>();
  const replace = (path: string, file: Omit<SourceFile, "path"> | undefined) => {
    const replaces = tree.files.get(path)?.checksum ?? null;
    const { checksum, size } = file ?? {};
    changes.set(
      path,
      checksum === undefined || size === undefined
        ? { path, removed: true, replaces }
        : { path, checksum, size, replaces },
    );
  };
  for (const [at, path] of [...written.keys()].entries()) replace(path, stored[at]);
  for (const each of work) {
    if ("removed" in each) replace(each.path, undefined);
    if ("file" in each) replace(each.path, each.file);
    if ("copyOf" in each) replace(each.path, each.copyOf);
  }
  return [...changes.values()];
};

/** Somebody else has taken the numbers that were given: they are counted again. */
export class NumbersTaken extends Error {}

interface TreeWrite {
  readonly changes: readonly SourceChange[];
  readonly series: NumberSeries | null;
  readonly action: AuditAction;
  readonly place: TreePlace | null;
  readonly name: string;
}

/**
 * Changes the draft and records it; call within a write.
 * @returns the name of this step among the changes of drafts
 * @throws SourceConflict, NumbersTaken
 */
export const writeTree = async (
  db: Kysely<Tables>,
  { changes, series, action, place, name }: TreeWrite,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<string> => {
  const draft = await changeDraft(db, changes, { actor, at });
  if (series && !(await series.keep(db))) throw new NumbersTaken();
  const isLesson = place?.kind === "lesson";
  const subject = changes[0]?.path ?? "";
  await recordChange(db, at, {
    ...{ actor, action, kind: isLesson ? "lesson" : "content", subject },
    ...{ name: name || subject, details: { draft: true, files: changes.length } },
  });
  return draftTag(draft);
};
