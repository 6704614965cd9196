import type { Kysely } from "kysely";
import { chunks } from "../../../lib/chunks.ts";
import type { CatalogueLesson } from "../../content/catalogue.ts";
import type { Tables } from "../../db/schema.ts";
import { HttpProblem } from "../../problem.ts";

/** A batch size that does not delay other requests for long. */
const LESSONS_AT_ONCE = 50;

/** The 503 for content that an import has changed, so that its rows do not match the catalogue. */
const changed = () =>
  new HttpProblem(503, "server/overloaded", "The content is being changed; try again soon", {
    headers: { "Retry-After": "3" },
  });

/**
 * Reads the lessons' complete JSON in order, a few at a time.
 * @throws HttpProblem 503 when the content has changed since the catalogue was loaded
 */
export async function* lessonRows(
  db: Kysely<Tables>,
  lessons: readonly CatalogueLesson[],
): AsyncGenerator<{ entry: CatalogueLesson; data: string }> {
  for (const some of chunks(lessons, LESSONS_AT_ONCE)) {
    const rows = await db
      .selectFrom("lesson")
      .select(["dbid", "checksum", "data"])
      .where(
        "dbid",
        "in",
        some.map(({ lesson }) => lesson.dbid),
      )
      .execute();
    const byId = new Map(rows.map((row) => [row.dbid, row]));
    for (const entry of some) {
      const row = byId.get(entry.lesson.dbid);
      if (row?.checksum !== entry.checksum) throw changed();
      yield { entry, data: row.data };
    }
  }
}
