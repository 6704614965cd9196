import { hex } from "../../lib/hex.ts";
import { isSafePath } from "../../lib/is-safe-path.ts";
import { Result } from "../../lib/result.ts";
import type {
  DesktopMachine,
  Folder,
  FolderFailure,
  ReadableFolder,
  WriteResult,
} from "../ports.ts";
import { createMemoryMachine, type MemoryMachine } from "./memory-machine.ts";

export interface MemoryFolder extends Folder {
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** Sets the size of the disk in bytes; null, the default, means unlimited. */
  setCapacity(bytes: number | null): void;
  setWritable(writable: boolean): void;
  /**
   * Simulates a crash after that many more writes, appends and moves: the last of them is done in part,
   * and all later calls never resolve. Null ends the simulation.
   */
  crashAfter(steps: number | null): void;
}

const under = (path: string, folder: string): boolean =>
  folder === "" || path.startsWith(`${folder}/`);

/** Creates a folder in memory that can be full, read-only or cut off by a crash. */
export const createMemoryFolder = (): MemoryFolder => {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let disk: number | null = null;
  let writable = true;
  let steps: number | null = null;

  const used = () => [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const left = () => (disk === null ? Number.POSITIVE_INFINITY : Math.max(0, disk - used()));
  const fail = (kind: FolderFailure["kind"]): WriteResult => Result.fail({ kind });

  /** Never resolves after the simulated crash. */
  const alive = async (): Promise<void> => {
    if (steps === 0) await new Promise(() => undefined);
  };

  /** @param partly replaces `whole` in the step of the crash */
  const step = async (
    paths: readonly string[],
    whole: () => WriteResult,
    partly: () => unknown,
  ): Promise<WriteResult> => {
    await alive();
    if (!writable || !paths.every(isSafePath)) return fail("forbidden");
    if (steps === null) return whole();
    steps -= 1;
    if (steps > 0) return whole();
    partly();
    await alive();
    return whole();
  };

  const put = (path: string, before: Uint8Array<ArrayBuffer>, bytes: Uint8Array): WriteResult => {
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
    setCapacity(bytes) {
      disk = bytes;
    },
    setWritable(value) {
      writable = value;
    },
    crashAfter(count) {
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
        // A rename is atomic.
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

export interface MemoryDesktop extends DesktopMachine, Omit<MemoryMachine, keyof DesktopMachine> {
  folder: MemoryFolder;
  tabs: MemoryMachine["tabs"];
  /** The folder that the next folder dialog returns. */
  chosenFolder: ReadableFolder | null;
  /** The id of this machine; null if it has none. */
  machineId: string | null;
}

export const createMemoryDesktop = (folder: MemoryFolder = createMemoryFolder()): MemoryDesktop => {
  const machine = createMemoryMachine();
  const desktop: MemoryDesktop = {
    ...machine,
    folder,
    chosenFolder: null,
    machineId: "machine-1",
    identity: {
      computerId: async () =>
        desktop.machineId === null ? null : machine.sha256(`learning-space\n${desktop.machineId}`),
      hardware: async () => "Memory OS 1, one processor, 1 GB",
    },
    isMetered: () => true,
    dialogs: { chooseFolder: async () => desktop.chosenFolder },
    sha256OfBytes: async (bytes) =>
      hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
  };
  return desktop;
};
