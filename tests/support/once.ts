import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { isLocked } from "../../src/server/db/sqlite-file.ts";

/**
 * Takes the file for this process, unless another one has it. The system frees it when the process is
 * killed.
 */
const take = (file: DatabaseSync): boolean => {
  try {
    file.exec("begin immediate");
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
};

/**
 * Makes something once for all processes: the first that needs it makes it, and the others wait. When
 * its maker is killed, the next one makes it.
 * @param file remembers what `make` has returned; its folder exists
 * @param make may find what a killed one has left behind
 */
export const once = async <Facts>(file: string, make: () => Promise<Facts>): Promise<Facts> => {
  const known = new DatabaseSync(file);
  try {
    while (!take(known)) await pause(20);
    known.exec("create table if not exists made (facts text)");
    const row = known.prepare("select facts from made").get();
    if (row) return JSON.parse(String(row.facts));
    const facts = await make();
    known.prepare("insert into made values (?)").run(JSON.stringify(facts ?? null));
    known.exec("commit");
    return facts;
  } finally {
    // Ends what was not committed.
    known.close();
  }
};
