import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { startWriteAheadLog } from "../../../src/server/db/write-ahead-log.ts";
import { startupError } from "../../../src/server/startup-error.ts";
import { sharedFolder } from "../../server/support/temporary-folder.ts";

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
