import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const read = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
};

/** Whether this process is now the one that makes it. */
const take = (lock: string): boolean => {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = read(lock);
    // A worker whose test fails is ended, perhaps in the middle of its work.
    if (owner && !isAlive(Number(owner))) rmSync(lock, { force: true });
    return false;
  }
};

/**
 * Makes something once for all workers: the first that needs it makes it, and the others wait.
 * @param file is written when it is made, with what `make` returns; its folder exists
 */
export const once = async <Facts>(file: string, make: () => Promise<Facts>): Promise<Facts> => {
  const lock = `${file}.lock`;
  for (;;) {
    if (take(lock)) break;
    await pause(50);
  }
  try {
    const known = read(file);
    if (known !== null) return JSON.parse(known);
    const facts = await make();
    writeFileSync(file, JSON.stringify(facts));
    return facts;
  } finally {
    rmSync(lock, { force: true });
  }
};
