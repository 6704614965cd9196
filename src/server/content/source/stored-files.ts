import type { Database } from "../../db/open-database.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { claimFiles } from "../../store/unused-files.ts";
import type { SourceFile } from "./source-rows.ts";

/**
 * The files whose bytes the store does not have. Protects the others from being swept, for as long as
 * unused files are kept.
 */
export const missingFiles = async (
  database: Database,
  store: Store,
  files: readonly Pick<SourceFile, "checksum" | "size">[],
): Promise<Set<string>> => {
  const sizes = new Map(files.map(({ checksum, size }) => [checksum, size]));
  await claimFiles(database, sizes.keys());
  const named = [...sizes].map(([checksum, size]) => ({ key: contentFile(checksum), size }));
  return new Set((await store.missing(named)).map(({ key }) => key.name));
};
