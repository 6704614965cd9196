import { execFileSync } from "node:child_process";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { runCli } from "../server/support/run-cli.ts";
import { runInProcess } from "../server/support/run-in-process.ts";
import { temporaryFolder } from "../server/support/temporary-folder.ts";

const says = async (
  sentence: string,
  variables: Record<string, string>,
  run: typeof runInProcess | typeof runCli = runInProcess,
) => {
  const settings = { PORT: "0", LOG_LEVEL: "silent", ...variables };
  const { code, out, err } = await run(["serve"], settings);
  expect({ code, out, err }).toEqual({ code: 1, out: "", err: `${sentence}\n` });
};

const DAMAGED =
  "The database {school.db} is damaged. Move it away, and restore the last backup: npm run school -- restore FILE.";
const UNWRITABLE =
  "The database {school.db} cannot be opened for writing. Let the school's user write to this file and its folder.";
const LETTER = "This is a letter, and no database. ".repeat(100);

test.each([
  ["another file in place of the database", (file: string) => writeFile(file, LETTER), DAMAGED],
  [
    "a database that was cut off",
    async (file: string) => {
      await (await openDatabase(path.dirname(file), null)).close();
      await truncate(file, 40_960);
    },
    DAMAGED,
  ],
  ["a database that cannot be opened", (file: string) => mkdir(file), UNWRITABLE],
])(
  "a school that cannot start says why in one sentence, with the file and a remedy: %s",
  async (_, spoil, sentence) => {
    const dataDir = temporaryFolder();
    const file = path.join(dataDir, "school.db");
    await spoil(file);
    await says(sentence.replace("{school.db}", file), { DATA_DIR: dataDir });
  },
);

test("a school that cannot start says why in one sentence: a file in place of the data folder", async () => {
  const dataDir = path.join(temporaryFolder(), "letter");
  await writeFile(dataDir, "");
  await says(
    `${dataDir} cannot be used as a folder. Set DATA_DIR to a folder, or remove the file that is in its place.`,
    { DATA_DIR: dataDir },
  );
});

test("a school that cannot start says why in one sentence: a data folder on a disk that is write-protected", async ({
  skip,
}) => {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    skip("no disk can be mounted here");
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  const dataDir = path.join(folder, "school");
  await says(
    `The school may not write to ${dataDir}. Let its user write there, or set DATA_DIR to another folder.`,
    { DATA_DIR: dataDir },
  );
});

test("a school that cannot start says why in one sentence: no PostgreSQL at the address, without telling the password", async () => {
  await says(
    "The database at DATABASE_URL does not answer. Start PostgreSQL, or correct the address postgres://dana@127.0.0.1:1/x.",
    { DATA_DIR: temporaryFolder(), DATABASE_URL: "postgres://dana:secret@127.0.0.1:1/x" },
    // Its connections must not keep the process running.
    runCli,
  );
});
