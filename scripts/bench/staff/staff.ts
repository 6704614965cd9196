import { onBothDatabases } from "../prepared-school.ts";
import type { Figures } from "../report.ts";
import { measureChange } from "./change.ts";
import { measureContent } from "./content.ts";
import { measureImport, measurePeople } from "./people.ts";
import { measureReports } from "./reports.ts";

/** Measures the staff's desk. Each part opens a school of its own. */
export const measure = async (): Promise<Figures> => ({
  ...(await onBothDatabases(measurePeople)),
  ...(await onBothDatabases(measureReports)),
  ...(await onBothDatabases(measureImport)),
  ...(await measureContent()),
  ...(await measureChange()),
});
