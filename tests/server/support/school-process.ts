import { type ServerProcess, startServerProcess } from "./server-process.ts";

export type SchoolProcess = ServerProcess;

/** The address in the log of a school that listens. */
export const listensAt = (text: string): string | null =>
  /"event":"listening","address":"([^"]+)"/.exec(text)?.[1] ?? null;

/**
 * Starts `serve` with more arguments on a free port and waits until it listens. Tests write faster
 * than people, so by default it does not limit the writes of an account.
 */
export const startSchoolProcess = (
  dataDir: string,
  words: readonly string[] = [],
  variables: Record<string, string> = {},
): Promise<SchoolProcess> =>
  startServerProcess(
    ["src/server/cli.ts", "serve", ...words],
    { DATA_DIR: dataDir, WRITES_PER_MINUTE: "0", UPLOADS_RESERVE: "0", ...variables },
    listensAt,
  );

/** Starts `serve` as a person does, with npm and its shell between, and these settings. */
export const startSchoolWithNpm = (dataDir: string, variables: Record<string, string> = {}) =>
  startServerProcess(
    ["run", "school", "--", "serve"],
    { DATA_DIR: dataDir, ...variables },
    listensAt,
    "npm",
  );
