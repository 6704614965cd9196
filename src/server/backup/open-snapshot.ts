import { sqliteFile } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";
import { openPostgresSnapshot } from "./postgres-snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import { openSqliteSnapshot } from "./sqlite-snapshot.ts";

/** Opens one moment of the school's database, while others go on to use it. */
export const openSnapshot = ({
  databaseUrl,
  dataDir,
}: Pick<Environment, "databaseUrl" | "dataDir">): Promise<Snapshot> =>
  databaseUrl === null
    ? openSqliteSnapshot(sqliteFile(dataDir))
    : openPostgresSnapshot(databaseUrl);
