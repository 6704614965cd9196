import type { Database } from "./open-database.ts";

/**
 * Claims a scheduled job, so that only one of the school's servers runs it.
 * @param now milliseconds since 1970
 * @returns false if another server has claimed it within the interval
 */
export const takeTurn = (
  database: Database,
  work: string,
  now: number,
  intervalMs: number,
): Promise<boolean> =>
  database.write(async (db) => {
    const taken = await db
      .insertInto("turn")
      .values({ work, taken: now })
      .onConflict((conflict) =>
        conflict
          .column("work")
          .doUpdateSet({ taken: now })
          .where((where) =>
            where.or([
              where("turn.taken", "<=", now - intervalMs),
              // The clock was set back.
              where("turn.taken", ">", now),
            ]),
          ),
      )
      .returning("work")
      .execute();
    return taken.length > 0;
  });
