import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import {
  filesByPath,
  findDraft,
  latestPublished,
  readSource,
  type SourceFile,
  type SourceVersion,
} from "../source/source-rows.ts";

/** An author's folder as the editor reads it. */
export interface PresentSource {
  readonly version: SourceVersion;
  readonly files: ReadonlyMap<string, SourceFile>;
}

/** The draft, or without one what is published; null for content that has no folder. */
export const presentSource = async (db: Kysely<Tables>): Promise<PresentSource | null> => {
  const version = (await findDraft(db)) ?? (await latestPublished(db));
  if (!version) return null;
  return { version, files: filesByPath(await readSource(db, version.id)) };
};
