import type { Client } from "pg";
import { quoted, type Row, type Snapshot, selectFrom } from "./snapshot.ts";

const ROWS_AT_ONCE = 200;
const CURSOR = "backup_rows";

const exists = async (client: Client, table: string): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass($1) as found", [quoted(table)]);
  return rows[0].found !== null;
};

const readMigrations = async (client: Client): Promise<string[]> => {
  if (!(await exists(client, "kysely_migration"))) return [];
  const { rows } = await client.query("select name from kysely_migration order by name");
  return rows.map(({ name }) => name);
};

/** Sequences are not part of the snapshot, so they may be ahead of its rows. */
const readSequences = async (client: Client): Promise<Record<string, number>> => {
  const { rows } = await client.query(`
    select c.relname as name, pg_sequence_last_value(s.objid) as last
    from pg_depend s join pg_class c on c.oid = s.refobjid
    where s.classid = 'pg_class'::regclass and s.deptype = 'i'
      and c.relnamespace = current_schema()::regnamespace
      and s.objid in (select oid from pg_class where relkind = 'S')`);
  return Object.fromEntries(
    rows.filter(({ last }) => last !== null).map(({ name, last }) => [name, last]),
  );
};

/** Opens a snapshot of a PostgreSQL database. It does not block writes. */
export const openPostgresSnapshot = async (url: string): Promise<Snapshot> => {
  // A school on SQLite does not load the driver.
  const { connectToPostgres } = await import("../db/postgres-connection.ts");
  const client = await connectToPostgres(url);
  let ended: Promise<void> | null = null;
  const close = () => {
    ended ??= client.end();
    return ended;
  };
  try {
    await client.query("begin isolation level repeatable read, read only");
    await client.query("set local statement_timeout = 0");
    return {
      migrations: await readMigrations(client),
      sequences: await readSequences(client),
      async *rows(table) {
        await client.query(`declare ${CURSOR} no scroll cursor for ${selectFrom(table)}`);
        for (;;) {
          const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from ${CURSOR}`);
          if (rows.length === 0) break;
          yield rows;
        }
        await client.query(`close ${CURSOR}`);
      },
      close,
    };
  } catch (reason) {
    await close();
    throw reason;
  }
};
