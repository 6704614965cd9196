import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Insertable } from "kysely";
import { addAccount } from "../../../../src/server/accounts/account-rows.ts";
import { type Database, openDatabase } from "../../../../src/server/db/open-database.ts";
import type { Tables } from "../../../../src/server/db/schema.ts";

export interface TemporaryDatabase {
  readonly database: Database;
  readonly dataDir: string;
  /** Adds an account, of a student by default. @returns its id */
  addPerson(level?: number): Promise<number>;
  insert<Table extends keyof Tables>(table: Table, row: Insertable<Tables[Table]>): Promise<void>;
  close(): Promise<void>;
}

/** A school's database without content, in a folder of its own. */
export const openTemporaryDatabase = async (): Promise<TemporaryDatabase> => {
  const folder = await mkdtemp(path.join(tmpdir(), "school-rules-"));
  const database = await openDatabase(folder, null);
  let people = 0;
  return {
    database,
    dataDir: folder,
    addPerson: async (level = 0) => {
      people += 1;
      const details = {
        ...{ username: `person ${people}`, email: `person${people}@example.com`, level },
        ...{ firstName: "Ada", lastName: "Lovelace", languages: ["en"], passwordHash: "" },
        ...{ registered: "2026-01-01", expire: null },
      };
      const added = await database.write((db) => addAccount(db, details));
      if ("taken" in added) throw new Error(`Another account has this ${added.taken}`);
      return added.id;
    },
    insert: (table, row) =>
      database.write(async (db) => void (await db.insertInto(table).values(row).execute())),
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
};
