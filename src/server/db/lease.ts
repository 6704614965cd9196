import { randomUUID } from "node:crypto";
import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { Log } from "../log.ts";
import type { Database } from "./open-database.ts";
import type { Tables } from "./schema.ts";

/** How often a lease is renewed whose work takes long. */
const RENEW_MS = 1000;

/** Tables whose rows are work: `lease` names who does it (null: nobody does) until `leased_until`. */
type LeasedTable = {
  [Table in keyof Tables]: Tables[Table] extends { lease: string | null } ? Table : never;
}[keyof Tables];

/** A table whose columns the compiler need not know. */
type AnyTables = Record<string, Record<string, unknown>>;

/** Another server has taken over, because this one took too long, or the work is gone. */
export class LostLeaseError extends Error {
  override name = "LostLeaseError";
}

/** The columns of work that nobody does. */
export const NO_LEASE = { lease: null, leased_until: 0 } as const;

/**
 * Whether nobody holds a row, by its `leased_until`. The clocks of two servers may differ by the length of a
 * lease. One that ends later than that was taken by a clock that is wrong, and keeps nobody out.
 * @param now milliseconds since 1970, by this server's clock
 * @param ms the length of a lease
 */
export const isFree = (now: number, ms: number, table: keyof Tables): RawBuilder<boolean> => {
  const until = sql.ref(`${table}.leased_until`);
  return sql`(${until} <= ${now} or ${until} >= ${now + 2 * ms})`;
};

/** Which rows are taken. */
interface Wanted {
  readonly isDue: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly atMost: number;
  /** What else changes in them, such as `tries = tries + 1`. */
  readonly set?: RawBuilder<unknown>;
}

interface Holding {
  readonly clock: () => number;
  readonly log: Pick<Log, "warn">;
  /** Renews the lease. @throws LostLeaseError */
  renew(now: number): Promise<void>;
  /** Somebody else has it, or may have it, as it could not be renewed for too long: the work is not done. */
  onLost(reason: LostLeaseError): void;
}

/**
 * Work that one of a school's servers does at a time: the rows of a table.
 * @param ms after this time another server may take over: the one that has the lease may be dead
 */
export const leasedWork = <Table extends LeasedTable>(
  table: Table,
  key: string & keyof Selectable<Tables[Table]>,
  ms: number,
) => {
  type Row = Selectable<Tables[Table]>;
  type Leased = Pick<Row, typeof key> & { readonly lease: string | null };
  const rows = sql.table(table);
  const id = sql.ref(`${table}.${key}`);
  const newLease = (now: number) => ({ lease: randomUUID(), leased_until: now + ms });

  /** Whether a row still has the lease that this server has taken. */
  const isHeld = (row: Leased): RawBuilder<boolean> =>
    sql`(${id} = ${row[key]} and ${sql.ref(`${table}.lease`)} = ${row.lease})`;

  /** Takes rows that are due, so that no other server works on them. */
  const take = async (
    database: Database,
    now: number,
    { isDue, order, atMost, set }: Wanted,
  ): Promise<Row[]> => {
    const isOpen = sql`${isDue} and ${isFree(now, ms, table)}`;
    const next = (limit: number) =>
      sql`select ${id} from ${rows} where ${isOpen} order by ${order} limit ${limit}`;
    // Most of the time nothing is due, and a write would wait for the disk.
    const { length } = (await next(1).execute(database.read)).rows;
    if (length === 0) return [];
    const { lease, leased_until } = newLease(now);
    return database.write(async (db) => {
      // Another server may be first: PostgreSQL asks again whether a row is open once it can change it.
      const taken =
        await sql<Row>`update ${rows} set lease = ${lease}, leased_until = ${leased_until}
        ${set ? sql`, ${set}` : sql``} where ${id} in (${next(atMost)}) and ${isOpen}
        returning *`.execute(db);
      return taken.rows;
    });
  };

  /** Changes a held row; call within a write. @returns whether it is held still */
  const change = async (
    db: Kysely<Tables>,
    row: Leased,
    values: Updateable<Tables[Table]>,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await (db as unknown as Kysely<AnyTables>)
      .updateTable(table as string)
      .set(values)
      .where(isHeld(row))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  /** Deletes a held row; call within a write. @returns whether it was held still */
  const remove = async (db: Kysely<Tables>, row: Leased): Promise<boolean> => {
    const { numDeletedRows } = await (db as unknown as Kysely<AnyTables>)
      .deleteFrom(table as string)
      .where(isHeld(row))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  };

  /**
   * Holds a row while its work goes on.
   * @returns ends that, and resolves when no write is left
   */
  const hold = (row: Leased, { clock, log, renew, onLost }: Holding): (() => Promise<void>) => {
    let renewing: Promise<void> = Promise.resolve();
    let renewed = clock();
    let isFailing = false;
    const renewOnce = async (): Promise<void> => {
      const now = clock();
      try {
        await renew(now);
        renewed = now;
        isFailing = false;
      } catch (reason) {
        if (reason instanceof LostLeaseError) {
          onLost(reason);
          return;
        }
        // It goes on: a database that is away may come back.
        if (!isFailing) {
          log.warn("Renewing a lease failed", { table, row: `${row[key]}`, reason: `${reason}` });
        }
        isFailing = true;
        // The lease has ended, so another server may have begun.
        if (clock() - renewed >= ms) onLost(new LostLeaseError());
      }
    };
    const timer = setInterval(() => {
      renewing = renewing.then(renewOnce);
    }, RENEW_MS);
    return () => {
      clearInterval(timer);
      return renewing;
    };
  };

  return { ms, newLease, isHeld, take, change, remove, hold };
};

/**
 * Takes the turn to do scheduled work, so that only one of the school's servers does it.
 * @param now milliseconds since 1970
 * @param ms how long the turn lasts
 * @returns false if another server has it
 */
export const takeTurn = (
  database: Database,
  work: string,
  now: number,
  ms: number,
): Promise<boolean> =>
  database.write(async (db) => {
    const turn = { leased_until: now + ms };
    const taken = await db
      .insertInto("turn")
      .values({ work, ...turn })
      .onConflict((conflict) =>
        conflict
          .column("work")
          .doUpdateSet(turn)
          .where(isFree(now, ms, "turn")),
      )
      .returning("work")
      .execute();
    return taken.length > 0;
  });
