import { hash } from "node:crypto";
import type { Database } from "../db/open-database.ts";
import { contentFile, type Store } from "../store/store.ts";
import { holdFiles } from "../store/unused-files.ts";
import type { NewVariant, PictureVariant } from "./picture.ts";

/** Stores the smaller forms of a picture, and protects them from the removal of unused files. */
export const storeVariants = async (
  store: Store,
  database: Database,
  made: readonly NewVariant[],
): Promise<PictureVariant[]> => {
  if (made.length === 0) return [];
  const files = made.map(({ bytes, ...variant }) => {
    const named = { size: bytes.length, checksum: hash("sha256", bytes) };
    return {
      variant: { ...variant, ...named },
      file: { ...named, key: contentFile(named.checksum), source: bytes },
    };
  });
  await holdFiles(
    database,
    files.map(({ file }) => file.checksum),
  );
  await store.put(files.map(({ file }) => file));
  return files.map(({ variant }) => variant);
};
