import { type Kysely, type RawBuilder, sql } from "kysely";
import { NAMED_FILES } from "../backup/backup-format.ts";
import { type LogicalTable, logicalTables } from "../backup/logical-schema.ts";
import { amongIds } from "../db/given-values.ts";
import { migrationNames } from "../db/migrate.ts";
import type { Tables } from "../db/schema.ts";

export type PersonRow = Record<string, unknown>;

/** A table in which some rows belong to a person. */
export interface PersonTable extends LogicalTable {
  /** Selects the rows of accounts. */
  readonly belongsTo: (db: Kysely<Tables>, accountIds: readonly number[]) => RawBuilder<boolean>;
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
      found.set(name, { ...table, belongsTo: (db, ids) => amongIds(db, "id", ids) });
      continue;
    }
    const direct = references.find((reference) => reference.table === ACCOUNT);
    const owner = direct ?? references.find((reference) => found.has(reference.table));
    if (!owner) continue;
    const owners = found.get(owner.table);
    const ofOwner: PersonTable["belongsTo"] = (db, ids) =>
      direct
        ? amongIds(db, owner.column, ids)
        : sql`${sql.ref(owner.column)} in (select ${sql.ref(owner.to)} from ${sql.table(owner.table)}
            where ${owners?.belongsTo(db, ids) ?? sql`false`})`;
    const belongsTo: PersonTable["belongsTo"] = (db, ids) =>
      written && name === "message"
        ? sql`(${ofOwner(db, ids)} or ${amongIds(db, "author_id", ids)})`
        : ofOwner(db, ids);
    found.set(name, { ...table, belongsTo });
  }
  return [...found.values()];
};

export const rowsOf = async (
  db: Kysely<Tables>,
  { name, columns, belongsTo }: PersonTable,
  accountIds: readonly number[],
): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
    where ${belongsTo(db, accountIds)}`.execute(db);
  return rows;
};

/** The numbers of rows of accounts, by table. */
export const countRows = async (
  db: Kysely<Tables>,
  tables: readonly PersonTable[],
  accountIds: readonly number[],
): Promise<Record<string, number>> => {
  const counts = tables.map(
    ({ name, belongsTo }) =>
      sql`(select count(*) from ${sql.table(name)} where ${belongsTo(db, accountIds)}) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]),
  );
};

/** The names in `dataDir/uploads` that an account's rows in a table refer to. */
export const uploadsIn = (table: PersonTable, rows: readonly PersonRow[]): string[] =>
  NAMED_FILES.filter((named) => named.folder === "uploads" && named.table === table.name).flatMap(
    ({ column }) => rows.map((row) => String(row[column])),
  );
