import type { Kysely } from "kysely";
import type { SentAnswer } from "../../../contract/call.ts";
import type { getLesson } from "../../../contract/content.ts";
import type { Tables } from "../../db/schema.ts";
import { createByteCache } from "../byte-cache.ts";
import type { CatalogueLesson } from "../catalogue.ts";
import { HttpProblem } from "../problem.ts";
import { Representation } from "../representation.ts";

type LessonText = Representation<SentAnswer<typeof getLesson>>;

const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Reads lessons from the database when they are first requested. Caches the most recently used, up
 * to a few megabytes.
 */
export const lessonTexts = (db: Kysely<Tables>) => {
  const kept = createByteCache<LessonText>(MAX_KEPT_BYTES);

  const read = async ({ lesson }: CatalogueLesson): Promise<LessonText> => {
    const row = await db
      .selectFrom("lesson")
      .select(["data", "checksum"])
      .where("dbid", "=", lesson.dbid)
      .executeTakeFirst();
    // An import may have deleted it since the catalogue was loaded.
    if (!row) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    const bytes = Buffer.from(`{"lesson":${row.data}}`);
    return new Representation("application/json", bytes, row.checksum);
  };

  return async (entry: CatalogueLesson): Promise<LessonText> => {
    const known = kept.get(entry.checksum);
    if (known) return known;
    const text = await read(entry);
    kept.set(text.tag, text);
    return text;
  };
};
