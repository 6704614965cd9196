import type { Insertable } from "kysely";
import { onTestFinished } from "vitest";
import { addAccount } from "../../../../src/server/accounts/account-rows.ts";
import { openDatabase } from "../../../../src/server/db/open-database.ts";
import type { Tables } from "../../../../src/server/db/schema.ts";
import { temporaryFolder } from "../../../server/support/temporary-folder.ts";

/** A school's database without content, for one test: it is closed and deleted after it. */
export const openTemporaryDatabase = async () => {
  const dataDir = temporaryFolder();
  const database = await openDatabase(dataDir, null);
  onTestFinished(() => database.close());
  let people = 0;
  return {
    database,
    dataDir,
    /** Adds the account of a student. @returns its id */
    async addPerson(): Promise<number> {
      people += 1;
      const details = {
        ...{ username: `person ${people}`, email: `person${people}@example.com`, level: 0 },
        ...{ firstName: "Ada", lastName: "Lovelace", languages: ["en"], passwordHash: "" },
        ...{ registered: "2026-01-01", expire: null },
      };
      const added = await database.write((db) => addAccount(db, details));
      if ("taken" in added) throw new Error(`Another account has this ${added.taken}`);
      return added.id;
    },
    insert: <Table extends keyof Tables>(table: Table, row: Insertable<Tables[Table]>) =>
      database.write(async (db) => void (await db.insertInto(table).values(row).execute())),
  };
};

export type TemporaryDatabase = Awaited<ReturnType<typeof openTemporaryDatabase>>;
