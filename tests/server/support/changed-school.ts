import { importSchool } from "../../../src/server/content/import-school.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { diskStore } from "./stored-path.ts";
import { fixtureSchool, type TestSchool } from "./test-school.ts";

/** Imports the fixture with an author's change. */
export const importChanged = async (
  school: TestSchool,
  change: (content: CompiledSchool) => void,
): Promise<void> => {
  const content = structuredClone(await fixtureSchool());
  change(content);
  await importSchool(school.database, diskStore(school.dataDir), content);
  await school.server.refresh();
};
