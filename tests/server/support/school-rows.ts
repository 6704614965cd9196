import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { logicalTables } from "../../../src/server/backup/logical-schema.ts";
import { openPostgresSnapshot } from "../../../src/server/backup/postgres-snapshot.ts";
import { openSqliteSnapshot } from "../../../src/server/backup/sqlite-snapshot.ts";

export type RowsByTable = Record<string, string[]>;

/** All rows of a school, in either database, each as JSON with its fields in order. */
export const readSchoolRows = async (dataDir: string, databaseUrl: string | null = null) => {
  const snapshot = await (databaseUrl
    ? openPostgresSnapshot(databaseUrl)
    : openSqliteSnapshot(path.join(dataDir, "school.db")));
  try {
    const found: RowsByTable = {};
    for (const table of await logicalTables(snapshot.migrations)) {
      const lines: string[] = [];
      for await (const rows of snapshot.rows(table)) {
        for (const row of rows) lines.push(JSON.stringify(row, table.columns));
      }
      found[table.name] = lines.sort();
    }
    return found;
  } finally {
    await snapshot.close();
  }
};

/** Whether SQLite finds nothing wrong with a school's database. */
export const isSound = (dataDir: string): boolean => {
  const database = new DatabaseSync(path.join(dataDir, "school.db"));
  try {
    const [row] = database.prepare("pragma integrity_check").all();
    return row?.integrity_check === "ok";
  } finally {
    database.close();
  }
};
