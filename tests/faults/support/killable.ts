import type { Folder } from "../../../src/platform/ports.ts";

/** Never settles: the call of a process that has ended. */
const never = () => new Promise<never>(() => undefined);

/** A process that can be killed: none of its work continues. */
export const createKillable = () => {
  let alive = true;
  let stepsLeft = Number.POSITIVE_INFINITY;
  let steps = 0;
  let tell: () => void = () => undefined;
  const died = new Promise<"died">((resolve) => {
    tell = () => resolve("died");
  });
  const die = () => {
    alive = false;
    tell();
  };

  /** A step that changes the disk: `part` does the part of it that the last step still does. */
  const step = async <Value>(whole: () => Promise<Value>, part?: () => Promise<unknown>) => {
    if (!alive) return never();
    steps += 1;
    if (steps > stepsLeft) {
      die();
      await part?.();
      return never();
    }
    const value = await whole();
    return alive ? value : never();
  };
  const look = async <Value>(question: () => Promise<Value>): Promise<Value> => {
    if (!alive) return never();
    const value = await question();
    return alive ? value : never();
  };
  const half = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, bytes.length >> 1);

  return {
    died,
    die,
    steps: () => steps,
    /** Dies in the middle of the step after this many. */
    crashAfter(most: number) {
      stepsLeft = most;
    },
    fetch: (async (...request: Parameters<typeof fetch>) => {
      if (!alive) return never();
      const response = await fetch(...request);
      return alive ? response : never();
    }) as typeof fetch,
    wrap: (folder: Folder): Folder => ({
      read: (...asked) => look(() => folder.read(...asked)),
      size: (path) => look(() => folder.size(path)),
      list: (path) => look(() => folder.list(path)),
      folders: (path) => look(() => folder.folders(path)),
      room: () => look(() => folder.room()),
      address: folder.address,
      write: (path, bytes) =>
        step(
          () => folder.write(path, bytes),
          () => folder.write(path, half(bytes)),
        ),
      append: (path, bytes) =>
        step(
          () => folder.append(path, bytes),
          () => folder.append(path, half(bytes)),
        ),
      move: (from, to) => step(() => folder.move(from, to)),
      remove: (path) => step(() => folder.remove(path)),
    }),
  };
};
