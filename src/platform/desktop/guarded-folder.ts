import { Result } from "../../lib/result.ts";
import type { Folder, Written } from "../ports.ts";

/** A folder that may be written while this window has it, and is only read afterwards. */
export const guardedFolder = (folder: Folder, isMine: () => Promise<boolean>): Folder => {
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
