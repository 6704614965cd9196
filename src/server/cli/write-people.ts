import { createWriteStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import type { Tables } from "../db/schema.ts";
import { peopleRows, peopleTitles } from "../people/import/people-table.ts";
import { writeTable } from "../tables/write-table.ts";
import { CommandError } from "./errors.ts";

/**
 * Writes people as a table that can be imported again.
 * @param xlsx the path of a new workbook; absent: CSV on standard output
 */
export const writePeople = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  xlsx: string | undefined,
): Promise<void> => {
  if (xlsx !== undefined && existsSync(xlsx)) {
    throw new CommandError(`${xlsx} already exists. Choose another file, or delete it.`);
  }
  const table = writeTable(
    xlsx === undefined ? "csv" : "xlsx",
    peopleTitles(FALLBACK_LANGUAGE),
    peopleRows(db, ids),
  );
  if (xlsx === undefined) await pipeline(table, process.stdout, { end: false });
  else await pipeline(table, createWriteStream(xlsx, { flags: "wx", mode: 0o600 }));
};
