import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startSchool } from "../../scripts/school/start-school.ts";

/** The variable through which the workers learn of the prepared data. */
const PREPARED = "LEARNING_SPACE_PREPARED_SCHOOL";

/** The schools do their long work at the priority of all: see there. */
const NO_NICENESS = pathToFileURL(
  path.join(import.meta.dirname, "../support/no-niceness.mjs"),
).href;

/**
 * Imports the demo school once for all workers: that takes longer than a start.
 * @returns what deletes it after the last test
 */
export default async (): Promise<() => void> => {
  const { dataDir, stop } = await startSchool();
  await stop({ keepData: true });
  process.env[PREPARED] = dataDir;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --import ${NO_NICENESS}`;
  return () => rmSync(dataDir, { recursive: true, force: true });
};

/**
 * Copies the prepared demo school.
 * @returns the data folder of the copy, which the caller deletes
 */
export const copySchool = (): string => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "learning-space-"));
  cpSync(process.env[PREPARED] ?? "", dataDir, { recursive: true });
  return dataDir;
};
