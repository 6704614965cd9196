import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { FIXTURE } from "./fixture-folder.ts";
import { diskStore } from "./stored-path.ts";

let compiling: Promise<CompiledSchool> | undefined;

/** The fixture, compiled. */
export const fixtureSchool = (): Promise<CompiledSchool> => {
  compiling ??= compileSchool(FIXTURE).then((result) => {
    if (!result.ok) throw new Error(JSON.stringify(result.failure, null, 2));
    return result.value;
  });
  return compiling;
};

/** Imports the fixture into a folder, and into a database if it is not to lie there. */
export const prepareIn = async (dataDir: string, databaseUrl: string | null): Promise<void> => {
  const database = await openDatabase(dataDir, databaseUrl);
  await importSchool(database, diskStore(dataDir), await fixtureSchool());
  await database.close();
};
