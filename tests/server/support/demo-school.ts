import { fileURLToPath } from "node:url";
import { importWhenChanged } from "../../../src/server/cli/demo/import-when-changed.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { readEnvironment } from "../../../src/server/school/settings/environment.ts";
import { onceInThisRun } from "../../support/once-in-this-run.ts";

/** The author's folder of the demo. */
export const DEMO_SCHOOL = fileURLToPath(
  new URL("../../../resources/demo-school", import.meta.url),
);

/**
 * Fills a data folder with the demo's content, as a first start of the demo does before it adds
 * accounts: the import takes seconds, and is made once in a run of the tests.
 * @throws ImportError if the content has problems
 */
export const importDemoSchool = (dataDir: string): Promise<void> =>
  onceInThisRun("demo-school", dataDir, async () => {
    const read = readEnvironment({ DATA_DIR: dataDir });
    if (!read.ok) throw new Error(read.failure);
    const database = await openDatabase(dataDir, null);
    try {
      await importWhenChanged(database, read.value, DEMO_SCHOOL);
    } finally {
      await database.close();
    }
  });
