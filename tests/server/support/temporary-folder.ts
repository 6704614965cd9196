import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";

const create = () => mkdtempSync(path.join(tmpdir(), "school-test-"));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A new folder for one test, which is deleted after it. */
export const temporaryFolder = (): string => {
  const folder = create();
  onTestFinished(() => remove(folder));
  return folder;
};

/** A new folder for a group of tests, which is deleted after them. */
export const sharedFolder = (): string => {
  const folder = create();
  afterAll(() => remove(folder));
  return folder;
};
