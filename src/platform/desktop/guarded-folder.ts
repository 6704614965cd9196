import { Result } from "../../lib/result.ts";
import type { Folder, Written } from "../ports.ts";

/** Allows writes only while this window owns the folder. */
export const createGuardedFolder = (folder: Folder, isMine: () => Promise<boolean>): Folder => {
  const guarded =
    <Arguments extends unknown[]>(work: (...given: Arguments) => Promise<Written>) =>
    async (...given: Arguments): Promise<Written> =>
      (await isMine()) ? work(...given) : Result.fail({ kind: "forbidden" });
  return {
    ...folder,
    write: guarded(folder.write),
    append: guarded(folder.append),
    move: guarded(folder.move),
    async remove(path) {
      if (await isMine()) await folder.remove(path);
    },
  };
};
