import type { Kysely } from "kysely";
import { byDefault } from "../columns.ts";

/** What people say of a version that they publish, and what it changed for whom. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const version = () => db.schema.alterTable("source_version");
  // Of whoever has published it; empty for none.
  await version().addColumn("note", "text", byDefault("")).execute();
  // JSON: what it changed, by course; null for a draft, and for versions of an earlier release.
  await version().addColumn("summary", "text").execute();
};
