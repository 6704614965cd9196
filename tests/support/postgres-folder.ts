import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder in which the test files of one run share the first folder that PostgreSQL has made. */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(tmpdir(), "school-postgres-made-"));
  process.env.POSTGRES_MADE_BY_TESTS = folder;
  return () => rm(folder, { recursive: true });
};
