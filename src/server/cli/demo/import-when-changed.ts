import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isJunkFile } from "../../../lib/is-junk-file.ts";
import type { Database } from "../../db/open-database.ts";
import { readSetting, writeSetting } from "../../db/settings.ts";
import type { Environment } from "../../school/settings/environment.ts";

const SERVER = path.join(import.meta.dirname, "../..");
const COMPILER = [path.join(SERVER, "content"), path.join(SERVER, "pictures")];

/** The setting that holds the fingerprint of the demo school's folder at its last import. */
const IMPORTED_FROM = "demo_folder";

/** A fingerprint that changes when a file is added, deleted or written. */
const fingerprint = async (folders: readonly string[]): Promise<string> => {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !isJunkFile(path.relative(folder, file).split(path.sep).join("/")))
      .sort();
    const found = await Promise.all(files.map((file) => stat(file)));
    for (const [at, { size, mtimeMs }] of found.entries()) {
      hash.update(`${files[at]}\n${size}\n${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
};

/** The import of the folder failed; the command has printed why. */
export class ImportError extends Error {}

/** Runs the import in its own process, so that the server does not keep the memory it used. */
const runImport = ({ dataDir, databaseUrl }: Environment, folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const command = path.join(SERVER, "cli.ts");
    const child = spawn(process.execPath, [command, "content", "import", folder], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new ImportError())));
  });

/** Imports an author's folder if it has changed since the last import. @throws ImportError */
export const importWhenChanged = async (
  database: Database,
  environment: Environment,
  folder: string,
): Promise<void> => {
  const now = await fingerprint([folder, ...COMPILER]);
  if ((await readSetting(database.read, IMPORTED_FROM)) === now) return;
  await runImport(environment, folder);
  await database.write((db) => writeSetting(db, IMPORTED_FROM, now));
};
