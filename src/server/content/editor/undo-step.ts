import { sourceTextPlace } from "../../../domain/source-text.ts";
import type { Database } from "../../db/open-database.ts";
import type { Store } from "../../store/store.ts";
import type { SourceChange } from "../source/change-draft.ts";
import type { SourceChangeRow } from "../source/source-changes.ts";
import { SourceConflict } from "../source/source-rows.ts";
import { presentSource, readText } from "../source/source-text.ts";
import { encodeText } from "./decode-text.ts";
import { readInThread } from "./reading-thread.ts";
import { storeBytes } from "./text-history.ts";

/**
 * Takes the change of a text back where others have changed it since, elsewhere.
 * @returns the bytes; null if they have changed the same lines
 */
const withoutChange = async (
  store: Store,
  [before, after, now]: readonly [before: string, after: string, now: string],
): Promise<Buffer | null> => {
  const read = (checksum: string) => readText(store, checksum);
  const [was, made, present] = [await read(before), await read(after), await read(now)];
  if (!was || !made || !present) return null;
  const text = await readInThread("withoutChange", was.text, made.text, present.text);
  return text === null ? null : encodeText(text, present);
};

/**
 * The changes of the draft that take a step back. What is as before already is left alone, so a step can be taken back
 * twice.
 * @throws SourceConflict naming files that others have changed since at the same place
 */
export const changesToUndo = async (
  { database, store }: { readonly database: Database; readonly store: Store },
  rows: readonly SourceChangeRow[],
): Promise<SourceChange[]> => {
  const source = await presentSource(database.read);
  const changes: SourceChange[] = [];
  const conflicts: string[] = [];
  for (const { path, before, before_size, after } of rows) {
    const replaces = source?.files.get(path)?.checksum ?? null;
    if (replaces === before) continue;
    if (replaces === after) {
      changes.push(
        before === null
          ? { path, removed: true, replaces }
          : { path, replaces, checksum: before, size: Number(before_size) },
      );
      continue;
    }
    const isText = sourceTextPlace(path) !== null && before && after && replaces;
    const bytes = isText ? await withoutChange(store, [before, after, replaces]) : null;
    if (bytes) changes.push({ path, replaces, ...(await storeBytes(database, store, bytes)) });
    else conflicts.push(path);
  }
  if (conflicts.length > 0) throw new SourceConflict(conflicts);
  return changes;
};
