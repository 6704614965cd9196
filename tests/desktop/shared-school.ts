import { mkdtempSync, rmSync } from "node:fs";
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

/** The folder for what is made once. The school's owner deletes it. */
export const folderForMade = (): string =>
  mkdtempSync(path.join(tmpdir(), "learning-space-made-once-"));

/**
 * Starts the short school for all workers: each test has a student and serial numbers of its own,
 * so that they do not see each other, and machines prepared by one worker are known to it.
 * @returns what stops it after the last test
 */
export default async (): Promise<() => Promise<void>> => {
  const folder = layOutShortSchool();
  const { url, dataDir, stop } = await startSchool({ folder });
  const made = folderForMade();
  process.env[SHARED] = JSON.stringify({ url, dataDir, made } satisfies DesktopSchool);
  return async () => {
    await stop();
    for (const each of [folder, made]) rmSync(each, { recursive: true, force: true });
  };
};

export const sharedSchool = (): DesktopSchool => JSON.parse(process.env[SHARED] ?? "");
