import { access, cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

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
  const isMaking = path.join(shared, `${name}-is-made`);
  while (!(await exists(made))) {
    const isOurs = await mkdir(isMaking).then(
      () => true,
      () => false,
    );
    if (!isOurs) {
      await setTimeout(20);
      continue;
    }
    try {
      await make();
      const whole = path.join(isMaking, name);
      await copy(folder, whole);
      await rename(whole, made);
    } finally {
      await rm(isMaking, { recursive: true });
    }
    return;
  }
  await copy(made, folder);
};
