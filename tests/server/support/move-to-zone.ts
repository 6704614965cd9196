import { importSchool } from "../../../src/server/content/import-school.ts";
import { diskStore } from "./stored-path.ts";
import { fixtureSchool, type TestSchool } from "./test-school.ts";

/** Imports the fixture with a time zone, as an author sets it; empty: without one. */
export const moveToZone = async (school: TestSchool, zone: string): Promise<void> => {
  const fixture = await fixtureSchool();
  const moved = { ...fixture, organisation: { ...fixture.organisation, zone } };
  await importSchool(school.database, diskStore(school.dataDir), moved);
  await school.server.refresh();
};
