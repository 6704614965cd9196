import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { vi } from "vitest";
import { testLimitMs } from "../../support/limits.ts";

/** The SQLite database of a school that other processes serve, as it is at each moment. */
export const databaseOf = (dataDir: string) => {
  const use = <Value>(work: (database: DatabaseSync) => Value): Value => {
    const database = new DatabaseSync(path.join(dataDir, "school.db"));
    try {
      // A process may be writing.
      database.exec("pragma busy_timeout = 10000");
      return work(database);
    } finally {
      database.close();
    }
  };
  const rows = (query: string) => use((database) => database.prepare(query).all());
  const change = (statements: string) => use((database) => database.exec(statements));
  return {
    rows,
    change,
    row: (query: string): Record<string, unknown> => ({ ...rows(query)[0] }),
    /** As if half a minute had passed, after which the lease of a killed process on a job ends. */
    endLeases: () => change("update job set leased_until = 0"),
  };
};

/**
 * Waits for a moment that does not last long, at which a process is killed. Who looks more often takes the processor
 * from long work, which is nice to others.
 */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  // Long work gets what others leave of the processor, and on a busy machine that is little.
  await vi.waitUntil(isSo, { interval: 15, timeout: testLimitMs() / 2 });
};
