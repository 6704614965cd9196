import { type Kysely, type RawBuilder, sql } from "kysely";
import { NAMED_FILES } from "../backup/backup-format.ts";
import { type LogicalTable, logicalTables } from "../backup/logical-schema.ts";
import { migrationNames } from "../db/migrate.ts";
import type { Tables } from "../db/schema.ts";

export type PersonRow = Record<string, unknown>;

/** A table in which some rows belong to a person. */
export interface PersonTable extends LogicalTable {
  /** Selects the rows of an account. */
  readonly belongsTo: (accountId: number) => RawBuilder<boolean>;
}

const ACCOUNT = "account";

/**
 * The tables in which rows belong to persons: `account`, and every table with a direct or indirect
 * foreign key to it. New tables are found automatically.
 * @param written also includes the messages of a person in other people's conversations
 */
export const personTables = async ({ written }: { written: boolean }): Promise<PersonTable[]> => {
  const found = new Map<string, PersonTable>();
  for (const table of await logicalTables(await migrationNames())) {
    const { name, references } = table;
    if (name === ACCOUNT) {
      found.set(name, { ...table, belongsTo: (id) => sql`${sql.ref("id")} = ${id}` });
      continue;
    }
    const direct = references.find((reference) => reference.table === ACCOUNT);
    const owner = direct ?? references.find((reference) => found.has(reference.table));
    if (!owner) continue;
    const column = sql.ref(owner.column);
    const owners = found.get(owner.table);
    const ofOwner = (id: number): RawBuilder<boolean> =>
      direct
        ? sql`${column} = ${id}`
        : sql`${column} in (select ${sql.ref(owner.to)} from ${sql.table(owner.table)}
            where ${owners?.belongsTo(id) ?? sql`false`})`;
    const belongsTo = (id: number): RawBuilder<boolean> =>
      written && name === "message"
        ? sql`(${ofOwner(id)} or ${sql.ref("author_id")} = ${id})`
        : ofOwner(id);
    found.set(name, { ...table, belongsTo });
  }
  return [...found.values()];
};

/** All rows of an account in a table. */
export const rowsOf = async (
  db: Kysely<Tables>,
  { name, columns, belongsTo }: PersonTable,
  accountId: number,
): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
    where ${belongsTo(accountId)}`.execute(db);
  return rows;
};

/** The number of rows of an account in a table. */
export const countOf = async (
  db: Kysely<Tables>,
  { name, belongsTo }: PersonTable,
  accountId: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)} where ${belongsTo(accountId)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
};

/** The names in `dataDir/uploads` that an account's rows in a table refer to. */
export const uploadsIn = (table: PersonTable, rows: readonly PersonRow[]): string[] =>
  NAMED_FILES.filter((named) => named.folder === "uploads" && named.table === table.name).flatMap(
    ({ column }) => rows.map((row) => String(row[column])),
  );
