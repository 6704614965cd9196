import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { PreparedStatements } from "../../../src/server/db/prepared-statements.ts";
import { startWriteAheadLog } from "../../../src/server/db/write-ahead-log.ts";
import { startupError } from "../../../src/server/startup-error.ts";
import { sharedFolder } from "../../server/support/temporary-folder.ts";

test("a school names the statements that come again, up to a number of them", () => {
  const names = new PreparedStatements();
  const use = (statement: string, times: number) =>
    Array.from({ length: times }, () => names.nameOf(statement));
  expect(use("select 1", 4)).toEqual([undefined, undefined, "s1", "s1"]);
  expect(use("select 2", 3)).toEqual([undefined, undefined, "s2"]);
  names.reset();
  expect(use("select 1", 3)).toEqual([undefined, undefined, "s3"]);
  for (let other = 0; other < 1000; other += 1) use(`select ${other} as other`, 3);
  expect(use("select 'one too many'", 4)).toEqual(Array(4).fill(undefined));
  expect(names.nameOf("select 1")).toBe("s3");
});

const dataDir = sharedFolder();

/** Opens a database as SQLite does on a disk where programs cannot share memory. */
const openWithoutSharedMemory = (): DatabaseSync => {
  const address = pathToFileURL(path.join(dataDir, "school.db"));
  address.searchParams.set("vfs", "unix-dotfile");
  return new DatabaseSync(address);
};

test.skipIf(process.platform === "win32")(
  "a school on a disk without a write-ahead log does not start, and says where to put its data",
  () => {
    using connection = openWithoutSharedMemory();
    let reason: unknown;
    try {
      startWriteAheadLog(connection);
    } catch (thrown) {
      reason = thrown;
    }
    const settings = { port: 8080, host: "0.0.0.0", dataDir, uploadsDir: dataDir };
    expect(startupError(reason, { ...settings, databaseUrl: null })).toBe(
      `The disk of ${path.join(dataDir, "school.db")} cannot hold the database's log, as is common for a folder on another machine. Set DATA_DIR to a folder on a disk of this machine, or use PostgreSQL by DATABASE_URL.`,
    );
  },
);
