import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";
import { layOutShortSchool } from "./short-school.ts";

/** The variable through which the workers learn of the school. */
const SHARED = "LEARNING_SPACE_SHARED_SCHOOL";

/** A school, and a folder for what is made with it once for all tests. */
export interface DesktopSchool extends Pick<RunningSchool, "url" | "dataDir"> {
  made: string;
}

/** In the folder for what is made: the author's files, and the data after their import, which takes longer than a start. */
const AUTHORS_FILES = "author";
const IMPORTED_DATA = "imported";

/**
 * Starts the short school for all workers: each test has a student and serial numbers of its own,
 * so that they do not see each other, and machines prepared by one worker are known to it.
 * @returns what stops it after the last test
 */
export default async (): Promise<() => Promise<void>> => {
  const made = mkdtempSync(path.join(tmpdir(), "learning-space-made-once-"));
  const folder = path.join(made, AUTHORS_FILES);
  layOutShortSchool(folder);
  const imported = await startSchool({ folder });
  await imported.stop({ keepData: true });
  cpSync(imported.dataDir, path.join(made, IMPORTED_DATA), { recursive: true });
  const { url, dataDir, stop } = await startSchool({ folder, dataDir: imported.dataDir });
  process.env[SHARED] = JSON.stringify({ url, dataDir, made } satisfies DesktopSchool);
  return async () => {
    await stop({ keepData: false });
    rmSync(made, { recursive: true, force: true });
  };
};

export const sharedSchool = (): DesktopSchool => JSON.parse(process.env[SHARED] ?? "");

/** Starts a school with the same content, and other settings. Its owner stops it. */
export const startSchoolWith = async (settings: Record<string, string>): Promise<RunningSchool> => {
  const { made } = sharedSchool();
  const dataDir = mkdtempSync(path.join(tmpdir(), "learning-space-"));
  cpSync(path.join(made, IMPORTED_DATA), dataDir, { recursive: true });
  const school = await startSchool({ folder: path.join(made, AUTHORS_FILES), dataDir, settings });
  return { ...school, stop: () => school.stop({ keepData: false }) };
};
