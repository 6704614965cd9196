import { execFileSync } from "node:child_process";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { runCli } from "../server/support/run-cli.ts";
import { runInProcess } from "../server/support/run-in-process.ts";
import { sharedFolder } from "../server/support/temporary-folder.ts";

const folder = sharedFolder();
let count = 0;
let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = path.join(folder, `data-${++count}`);
  file = path.join(dataDir, "school.db");
  await mkdir(dataDir);
});

const says = async (
  sentence: string,
  variables: Record<string, string> = {},
  run: typeof runInProcess | typeof runCli = runInProcess,
) => {
  const { code, out, err } = await run(["serve"], {
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    ...variables,
  });
  expect({ code, out, err }).toEqual({ code: 1, out: "", err: `${sentence}\n` });
};

const damaged = () =>
  `The database ${file} is damaged. Move it away, and restore the last backup: npm run school -- restore FILE.`;

test("a school that cannot start says why in one sentence, with the file and a remedy: another file in place of the database", async () => {
  await writeFile(file, "This is a letter, and no database. ".repeat(100));
  await says(damaged(), {}, runCli);
});

test("a school that cannot start says why in one sentence, with the file and a remedy: a database that was cut off", async () => {
  const database = await openDatabase(dataDir, null);
  await database.close();
  await truncate(file, 40_960);
  await says(damaged());
});

test("a school that cannot start says why in one sentence, with the file and a remedy: a database that cannot be opened", async () => {
  await mkdir(file);
  await says(
    `The database ${file} cannot be opened for writing. Let the school's user write to this file and its folder.`,
  );
});

test("a school that cannot start says why in one sentence, with the file and a remedy: a file in place of the data folder", async () => {
  dataDir = path.join(dataDir, "letter");
  await writeFile(dataDir, "");
  await says(
    `${dataDir} cannot be used as a folder. Set DATA_DIR to a folder, or remove the file that is in its place.`,
  );
});

test("a school that cannot start says why in one sentence, with the file and a remedy: a data folder on a disk that is write-protected", async ({
  skip,
}) => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", dataDir], { stdio: "ignore" });
  } catch {
    skip("no disk can be mounted here");
  }
  try {
    dataDir = path.join(dataDir, "school");
    await says(
      `The school may not write to ${dataDir}. Let its user write there, or set DATA_DIR to another folder.`,
    );
  } finally {
    execFileSync("umount", ["--lazy", path.dirname(dataDir)]);
  }
});

test("a school that cannot start says why in one sentence, with the file and a remedy: no PostgreSQL at the address, without telling the password", async () => {
  await says(
    "The database at DATABASE_URL does not answer. Start PostgreSQL, or correct the address postgres://dana@127.0.0.1:1/x.",
    { DATABASE_URL: "postgres://dana:secret@127.0.0.1:1/x" },
    // Its connections must not keep the process running.
    runCli,
  );
});
