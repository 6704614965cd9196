import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const programFolder = async (): Promise<string | null> => {
  const found = await run("pg_config", ["--bindir"]).catch(() => null);
  const folders = [found?.stdout.trim(), ...(process.env.PATH ?? "").split(path.delimiter)];
  for (const folder of folders) {
    if (!folder) continue;
    const both = ["initdb", "pg_ctl"].map((name) => access(path.join(folder, name)));
    if (await succeeds(Promise.all(both))) return folder;
  }
  return null;
};

interface Owner {
  /** What a command line begins with. */
  words: string[];
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root: this command runs it as its own account. */
const asOwner = async (): Promise<Owner | null> => {
  if (process.getuid?.() !== 0) return { words: [] };
  const ids = await Promise.all(
    ["-u", "-g"].map((flag) => run("id", [flag, "postgres"]).catch(() => null)),
  );
  const [uid, gid] = ids.map((id) => Number(id?.stdout));
  if (!uid || !gid) return null;
  const owner = { uid, gid };
  for (const [file = "", ...rest] of [
    ["runuser", "-u", "postgres", "--"],
    ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"],
  ]) {
    if (await succeeds(run(file, [...rest, "true"]))) return { words: [file, ...rest], ...owner };
  }
  return null;
};

/**
 * Finds the programs of PostgreSQL, and how they are run.
 * @returns null if this machine has none, or only root could run them
 */
export const findPostgres = async (): Promise<{ programs: string; owner: Owner } | null> => {
  const programs = await programFolder();
  const owner = programs && (await asOwner());
  return programs && owner ? { programs, owner } : null;
};
