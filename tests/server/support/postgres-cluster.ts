import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../../scripts/school/start-school.ts";
import { onceInThisRun } from "../../support/once-in-this-run.ts";
import { findPostgres } from "./find-postgres.ts";
import { createDatabase } from "./postgres-database.ts";

const run = promisify(execFile);

export interface PostgresCluster {
  /**
   * Creates a database and returns its address.
   * @param original the address of a database that nobody uses, to copy; absent: it is empty
   */
  createDatabase(original?: string): Promise<string>;
  /** Ends PostgreSQL as a crash does, and starts it again. */
  crashAndStart(): Promise<void>;
  stop(): Promise<void>;
}

/** With its owner, without whom PostgreSQL does not start. */
const copyOwned = async (from: string, to: string): Promise<void> => {
  await run("cp", ["-a", from, to]);
};

/** Runs the command, and removes the folder, once the input ends. */
const WHEN_INPUT_ENDS = 'cat; "$@"; rm -rf "$0"';

/**
 * Leaves the end of a cluster to a shell that waits for it on a pipe, which the system closes when this
 * process is killed.
 * @param command stops the cluster in the folder
 * @returns a function that ends it now
 */
const endWithThisProcess = (folder: string, command: readonly string[]): (() => Promise<void>) => {
  const shell = spawn("sh", ["-c", WHEN_INPUT_ENDS, folder, ...command], {
    stdio: ["pipe", "ignore", "ignore"],
    // A terminal sends Ctrl-C to the group of the tests.
    detached: true,
  });
  const ended = once(shell, "exit");
  shell.unref();
  (shell.stdin as Socket).unref();
  return async () => {
    shell.ref();
    shell.stdin.end();
    await ended;
  };
};

/**
 * Starts a PostgreSQL of its own in a temporary folder.
 * @param isDurable whether it waits for its disk, as a school's does; tests are faster without
 * @returns null if this machine has none, or only root could run it
 */
export const startPostgres = async ({
  isDurable = false,
} = {}): Promise<PostgresCluster | null> => {
  const found = await findPostgres();
  if (!found) return null;
  const { programs, owner } = found;
  const folder = await mkdtemp(path.join(tmpdir(), "school-postgres-"));
  if (owner.uid && owner.gid) await chown(folder, owner.uid, owner.gid);
  const data = path.join(folder, "data");
  const asOwned = (name: string, ...words: string[]) => [
    ...owner.words,
    path.join(programs, name),
    ...words,
  ];
  const program = async (name: string, ...words: string[]) => {
    const [file = "", ...rest] = asOwned(name, ...words);
    await run(file, rest, { cwd: folder });
  };
  const port = await freePort();
  // Making it takes five times as long as copying it.
  await onceInThisRun(
    "postgres",
    data,
    () => program("initdb", "-D", data, "-U", "school", "--auth=trust", "-E", "UTF8", "--no-sync"),
    copyOwned,
  );
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1${isDurable ? "" : " -c fsync=off"}`;
  const log = path.join(folder, "log");
  const start = () => program("pg_ctl", "-D", data, "-w", "-l", log, "-o", settings, "start");
  await start();
  const stop = endWithThisProcess(
    folder,
    asOwned("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"),
  );
  return {
    createDatabase: (original) => createDatabase(`postgres://school@127.0.0.1:${port}`, original),
    crashAndStart: async () => {
      await program("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
      await start();
    },
    stop,
  };
};
