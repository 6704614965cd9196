import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder in which the test files of one run share what takes long to make. */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(tmpdir(), "school-made-"));
  process.env.MADE_BY_TESTS = folder;
  return () => rm(folder, { recursive: true });
};
