import { isSafePath } from "../../lib/is-safe-path.ts";
import { Result } from "../../lib/result.ts";
import type { Folder, FolderFailure, Written } from "../ports.ts";

export interface MemoryFolder extends Folder {
  /** What lies in it, by path. */
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** The disk holds so many bytes; none by default. */
  setRoom(bytes: number | null): void;
  /** Whether anything may be written. */
  setWritable(writable: boolean): void;
  /**
   * After so many more writes, appends and moves the process is gone: whatever is asked then never
   * comes to an end. What was written last is there in part. Null brings the process back.
   */
  dieAfter(steps: number | null): void;
}

const under = (path: string, folder: string): boolean =>
  folder === "" || path.startsWith(`${folder}/`);

/** A folder in memory with real behaviour: its disk fills, and its process dies when told. */
export const createMemoryFolder = (): MemoryFolder => {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let disk: number | null = null;
  let writable = true;
  let steps: number | null = null;

  const used = () => [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const left = () => (disk === null ? Number.POSITIVE_INFINITY : Math.max(0, disk - used()));
  const fail = (kind: FolderFailure["kind"]): Written => Result.fail({ kind });

  /** What a dead process was asked is never answered. */
  const alive = async (): Promise<void> => {
    if (steps === 0) await new Promise(() => undefined);
  };

  /** @param partly is done in place of the whole by the step that the process dies in */
  const step = async (
    paths: readonly string[],
    whole: () => Written,
    partly: () => unknown,
  ): Promise<Written> => {
    await alive();
    if (!writable || !paths.every(isSafePath)) return fail("forbidden");
    if (steps === null) return whole();
    steps -= 1;
    if (steps > 0) return whole();
    partly();
    await alive();
    return whole();
  };

  const put = (path: string, before: Uint8Array<ArrayBuffer>, bytes: Uint8Array): Written => {
    files.delete(path);
    const room = left() - before.length;
    const taken = bytes.subarray(0, Math.max(0, room));
    const joined = new Uint8Array(before.length + taken.length);
    joined.set(before);
    joined.set(taken, before.length);
    files.set(path, joined);
    return taken.length < bytes.length ? fail("no-room") : Result.ok(null);
  };

  const nothing = new Uint8Array();
  const write = (path: string, bytes: Uint8Array) => put(path, nothing, bytes);
  const append = (path: string, bytes: Uint8Array) => put(path, files.get(path) ?? nothing, bytes);
  const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1);

  return {
    files,
    setRoom(bytes) {
      disk = bytes;
    },
    setWritable(value) {
      writable = value;
    },
    dieAfter(count) {
      steps = count;
    },
    async read(path, range) {
      await alive();
      const bytes = files.get(path);
      if (!bytes) return null;
      return range ? bytes.slice(range.from, range.from + range.length) : bytes.slice();
    },
    async size(path) {
      await alive();
      return files.get(path)?.length ?? null;
    },
    async list(folder) {
      await alive();
      const start = folder ? folder.length + 1 : 0;
      return [...files.keys()]
        .filter((path) => under(path, folder) && !path.slice(start).includes("/"))
        .map((path) => path.slice(start));
    },
    write: (path, bytes) =>
      step(
        [path],
        () => write(path, bytes),
        () => write(path, half(bytes)),
      ),
    append: (path, bytes) =>
      step(
        [path],
        () => append(path, bytes),
        () => append(path, half(bytes)),
      ),
    move: (from, to) =>
      step(
        [from, to],
        () => {
          const bytes = files.get(from);
          if (!bytes) return fail("forbidden");
          files.delete(from);
          files.set(to, bytes);
          return Result.ok(null);
        },
        // A rename is done or not.
        () => undefined,
      ),
    async remove(path) {
      await alive();
      if (!isSafePath(path)) return;
      for (const name of [...files.keys()]) {
        if (name === path || under(name, path)) files.delete(name);
      }
    },
    async folders(folder) {
      await alive();
      const start = folder ? folder.length + 1 : 0;
      const inside = [...files.keys()]
        .filter((path) => under(path, folder))
        .map((path) => path.slice(start).split("/"));
      const names = inside.flatMap(([name, ...rest]) => (name && rest.length > 0 ? [name] : []));
      return names.length > 0 ? [...new Set(names)] : null;
    },
    async room() {
      await alive();
      return disk === null ? null : left();
    },
    address(path) {
      const bytes = files.get(path) ?? nothing;
      return URL.createObjectURL(new Blob([bytes]));
    },
  };
};
