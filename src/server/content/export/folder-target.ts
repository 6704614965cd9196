import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "../../store/sync-folder.ts";
import { type ExportTarget, TargetExistsError } from "./export-target.ts";

const codeOf = (reason: unknown): unknown =>
  reason instanceof Error && "code" in reason ? reason.code : undefined;

/** Returns true for an empty folder, false when nothing is there. @throws TargetExistsError */
const isEmptyFolder = async (folder: string): Promise<boolean> => {
  try {
    if ((await readdir(folder)).length === 0) return true;
  } catch (reason) {
    if (codeOf(reason) === "ENOENT") return false;
    if (codeOf(reason) !== "ENOTDIR") throw reason;
    throw new TargetExistsError(`${folder} is a file. Choose a folder, or a file ending in .zip.`);
  }
  throw new TargetExistsError(`${folder} is not empty. Choose another folder, or empty this one.`);
};

/** Opens a folder that does not exist yet or is empty. @throws TargetExistsError */
export const openFolderTarget = async (folder: string): Promise<ExportTarget> => {
  await isEmptyFolder(folder);
  const temporary = `${folder}.${randomUUID()}.part`;
  await mkdir(temporary, { recursive: true });
  const made = new Set([temporary]);
  return {
    addText: (name, text) => writeFile(path.join(temporary, name), text, { flush: true }),
    addFile: async ({ name }, bytes) => {
      const file = path.join(temporary, name);
      const parent = path.dirname(file);
      if (!made.has(parent)) await mkdir(parent, { recursive: true });
      made.add(parent);
      await writeFile(file, bytes);
    },
    finish: async () => {
      for (const each of made) await syncFolder(each);
      if (await isEmptyFolder(folder)) await rmdir(folder);
      await rename(temporary, folder);
    },
    abandon: () => rm(temporary, { recursive: true, force: true }),
  };
};
