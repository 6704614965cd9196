import { type ServerProcess, startServerProcess } from "./server-process.ts";

/** The server in its own process. */
export type SchoolProcess = ServerProcess;

/** Starts `serve` with more arguments on a free port and waits until it listens. */
export const startSchoolProcess = (
  dataDir: string,
  words: readonly string[] = [],
): Promise<SchoolProcess> =>
  startServerProcess(
    ["src/server/cli.ts", "serve", ...words],
    { DATA_DIR: dataDir },
    (text) => /"event":"listening","address":"([^"]+)"/.exec(text)?.[1] ?? null,
  );
