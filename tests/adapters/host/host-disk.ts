import {
  appendFileSync,
  closeSync,
  fstatSync,
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
import { type NativeCode, NativeFailure } from "./host-config.ts";

export interface FilePart {
  readonly bytes: Buffer;
  readonly size: number;
}

const orFail = <Value>(code: NativeCode, work: () => Value): Value => {
  try {
    return work();
  } catch {
    throw new NativeFailure(code);
  }
};

const statsOf = (path: string) => statSync(path, { throwIfNoEntry: false });

const sizeOf = (path: string): number => {
  const stats = statsOf(path);
  return stats?.isFile() ? stats.size : 0;
};

const sizeOfAll = (path: string): number =>
  statsOf(path)?.isDirectory()
    ? readdirSync(path, { withFileTypes: true, recursive: true })
        .map((entry) => sizeOf(join(entry.parentPath, entry.name)))
        .reduce((sum, size) => sum + size, 0)
    : sizeOf(path);

/** A real folder of this machine with the runtime's behaviour. Every operation is synchronous. */
export const createHostDisk = () => {
  /** Bytes that may still be written; by default the free space of the real disk. */
  let room: number | null = null;
  let writable = true;

  const mayWrite = (code: NativeCode) => {
    if (!writable) throw new NativeFailure(code);
  };

  const giveBack = (bytes: number) => {
    if (room !== null) room += bytes;
  };

  const put = (path: string, bytes: Buffer, flag: "w" | "a"): void => {
    mayWrite("NE_FS_FILWRER");
    const before = sizeOf(path);
    orFail("NE_FS_FILWRER", () => writeFileSync(path, "", { flag }));
    if (flag === "w") giveBack(before);
    // A full disk reports no error.
    const taken = bytes.subarray(0, Math.max(0, room ?? bytes.length));
    giveBack(-taken.length);
    appendFileSync(path, taken);
  };

  return {
    setCapacity(bytes: number | null): void {
      room = bytes;
    },
    room: (): number | null => room,
    setWritable(value: boolean): void {
      writable = value;
    },
    write: (path: string, bytes: Buffer) => put(path, bytes, "w"),
    append: (path: string, bytes: Buffer) => put(path, bytes, "a"),

    read(path: string, from = 0, length = Number.POSITIVE_INFINITY): FilePart {
      const file = orFail("NE_FS_FILRDER", () => openSync(path, "r"));
      try {
        const { size } = fstatSync(file);
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
        orFail("NE_RT_NATRTER", () => readSync(file, bytes, 0, bytes.length, from));
        return { bytes, size };
      } finally {
        closeSync(file);
      }
    },

    createDirectory(path: string): void {
      mayWrite("NE_RT_NATRTER");
      if (statsOf(path)) throw new NativeFailure("NE_FS_DIRCRER");
      orFail("NE_RT_NATRTER", () => mkdirSync(path, { recursive: true }));
    },

    remove(path: string): void {
      mayWrite("NE_RT_NATRTER");
      if (!statsOf(path)) throw new NativeFailure("NE_FS_REMVERR");
      giveBack(sizeOfAll(path));
      rmSync(path, { recursive: true });
    },

    move(from: string, to: string): void {
      mayWrite("NE_FS_MOVEERR");
      const replaced = sizeOf(to);
      orFail("NE_FS_MOVEERR", () => renameSync(from, to));
      giveBack(replaced);
    },

    stats(path: string) {
      const stats = statsOf(path);
      if (!stats) throw new NativeFailure("NE_FS_NOPATHE");
      return { size: stats.size, isFile: stats.isFile(), isDirectory: stats.isDirectory() };
    },

    list(path: string, recursive: boolean) {
      if (!statsOf(path)) throw new NativeFailure("NE_FS_NOPATHE");
      return orFail("NE_RT_NATRTER", () =>
        readdirSync(path, { withFileTypes: true, recursive }).map((entry) => ({
          entry: entry.name,
          path: join(entry.parentPath, entry.name),
          type: entry.isDirectory() ? "DIRECTORY" : entry.isFile() ? "FILE" : "OTHER",
        })),
      );
    },
  };
};

export type HostDisk = ReturnType<typeof createHostDisk>;
