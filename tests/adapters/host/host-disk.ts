import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { NativeFailure } from "./native-failure.ts";

export interface FilePart {
  readonly bytes: Buffer;
  /** Size of the whole file in bytes. */
  readonly size: number;
}

const sizeOf = (path: string): number | null => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
};

const sizeOfAll = (path: string): number =>
  sizeOf(path) ??
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (sizeOf(join(entry.parentPath, entry.name)) ?? 0), 0);

/** A real folder of this machine with the runtime's behaviour. Every operation is synchronous. */
export const createHostDisk = () => {
  /** Bytes that may still be written; by default the free space of the real disk. */
  let room: number | null = null;
  let writable = true;

  const mayWrite = (code: "NE_FS_FILWRER" | "NE_FS_MOVEERR" | "NE_RT_NATRTER", path: string) => {
    if (!writable) throw new NativeFailure(code, path);
  };

  /** Uses up the remaining space. A full disk reports no error. */
  const take = (bytes: Buffer): Buffer => {
    if (room === null) return bytes;
    const taken = bytes.subarray(0, Math.max(0, room));
    room -= taken.length;
    return taken;
  };

  const giveBack = (bytes: number) => {
    if (room !== null) room += bytes;
  };

  const put = (path: string, bytes: Buffer, how: "write" | "append"): void => {
    mayWrite("NE_FS_FILWRER", path);
    const before = sizeOf(path) ?? 0;
    try {
      if (how === "write") writeFileSync(path, "");
      else appendFileSync(path, "");
    } catch {
      throw new NativeFailure("NE_FS_FILWRER", path);
    }
    if (how === "write") giveBack(before);
    appendFileSync(path, take(bytes));
  };

  return {
    setCapacity(bytes: number | null): void {
      room = bytes;
    },
    room: (): number | null => room,
    setWritable(value: boolean): void {
      writable = value;
    },
    write: (path: string, bytes: Buffer) => put(path, bytes, "write"),
    append: (path: string, bytes: Buffer) => put(path, bytes, "append"),

    read(path: string, from = 0, length = Number.POSITIVE_INFINITY): FilePart {
      let file: number;
      try {
        file = openSync(path, "r");
      } catch {
        throw new NativeFailure("NE_FS_FILRDER", path);
      }
      try {
        const size = sizeOf(path);
        // A folder can be opened, but its size cannot be read.
        if (size === null) throw new NativeFailure("NE_RT_NATRTER");
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
        readSync(file, bytes, 0, bytes.length, from);
        return { bytes, size };
      } finally {
        closeSync(file);
      }
    },

    createDirectory(path: string): void {
      mayWrite("NE_RT_NATRTER", path);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats) throw new NativeFailure("NE_FS_DIRCRER", path);
      try {
        mkdirSync(path, { recursive: true });
      } catch {
        throw new NativeFailure("NE_RT_NATRTER");
      }
    },

    remove(path: string): void {
      mayWrite("NE_RT_NATRTER", path);
      if (!statSync(path, { throwIfNoEntry: false })) {
        throw new NativeFailure("NE_FS_REMVERR", path);
      }
      giveBack(sizeOfAll(path));
      rmSync(path, { recursive: true });
    },

    move(from: string, to: string): void {
      mayWrite("NE_FS_MOVEERR", `${from} -> ${to}`);
      const replaced = sizeOf(to) ?? 0;
      try {
        renameSync(from, to);
      } catch {
        throw new NativeFailure("NE_FS_MOVEERR", `${from} -> ${to}`);
      }
      giveBack(replaced);
    },

    stats(path: string) {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (!stats) throw new NativeFailure("NE_FS_NOPATHE", path);
      return {
        size: stats.size,
        isFile: stats.isFile(),
        isDirectory: stats.isDirectory(),
        createdAt: Math.floor(stats.ctimeMs / 1000) * 1000,
        modifiedAt: Math.floor(stats.mtimeMs / 1000) * 1000,
      };
    },

    list(path: string, recursive: boolean) {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (!stats) throw new NativeFailure("NE_FS_NOPATHE", path);
      if (!stats.isDirectory()) throw new NativeFailure("NE_RT_NATRTER");
      return readdirSync(path, { withFileTypes: true, recursive }).map((entry) => ({
        entry: entry.name,
        path: join(entry.parentPath, entry.name),
        type: entry.isDirectory() ? "DIRECTORY" : entry.isFile() ? "FILE" : "OTHER",
      }));
    },
  };
};

export type HostDisk = ReturnType<typeof createHostDisk>;
