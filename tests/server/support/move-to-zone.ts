import { importChanged } from "./changed-school.ts";
import type { TestSchool } from "./test-school.ts";

/** Imports the fixture with a time zone, as an author sets it; empty: without one. */
export const moveToZone = (school: TestSchool, zone: string): Promise<void> =>
  importChanged(school, ({ organisation }) => {
    organisation.zone = zone;
  });
