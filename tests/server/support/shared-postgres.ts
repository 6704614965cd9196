import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres-cluster.ts";
import { prepareIn } from "./prepare-school.ts";

/** A PostgreSQL for all files of a run, with a school's database to copy. */
export default async ({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const cluster = await startPostgres();
  if (!cluster) return undefined;
  const prepared = await mkdtemp(path.join(tmpdir(), "school-"));
  const original = await cluster.createDatabase();
  await prepareIn(prepared, { databaseUrl: original, published: null });
  provide("postgres", { original, prepared });
  return async () => {
    await cluster.stop();
    await rm(prepared, { recursive: true });
  };
};

declare module "vitest" {
  interface ProvidedContext {
    /** The school to copy, in the project whose schools are on PostgreSQL. */
    postgres?: {
      /** The address of its database, which nobody uses. */
      original: string;
      prepared: string;
    };
  }
}
