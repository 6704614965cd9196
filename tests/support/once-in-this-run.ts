import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { once } from "./once.ts";

const copyFiles = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true });

/**
 * Makes a folder, or copies the one that another file of this run of the tests has made.
 * @param name what is in it
 * @param make creates the folder, whole
 */
export const onceInThisRun = async (
  name: string,
  folder: string,
  make: () => Promise<void>,
  copy = copyFiles,
): Promise<void> => {
  const shared = process.env.MADE_BY_TESTS;
  if (shared === undefined) return make();
  const made = path.join(shared, name);
  let isOurs = false;
  await once(`${made}.made`, async () => {
    await make();
    isOurs = true;
    await rm(made, { recursive: true, force: true });
    await copy(folder, made);
  });
  if (!isOurs) await copy(made, folder);
};
