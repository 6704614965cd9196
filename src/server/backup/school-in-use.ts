import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "../db/open-database.ts";

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** Describes what a restore would replace, such as `2 accounts`. @returns "" for an empty school */
export const describeContents = async ({ read }: Database): Promise<string> => {
  const count = async (table: "account" | "product") => {
    const { number } = await read
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("number"))
      .executeTakeFirstOrThrow();
    return Number(number);
  };
  const accounts = await count("account");
  const products = await count("product");
  return [
    ...(accounts > 0 ? [counted(accounts, "account", "accounts")] : []),
    ...(products > 0 ? [counted(products, "product", "products")] : []),
  ].join(" and ");
};

/** SQLite can leave the write-ahead log only if no other connection is open. */
const isSqliteInUse = async (file: string): Promise<boolean> => {
  if (!existsSync(file)) return false;
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    const after = connection.prepare("pragma journal_mode = delete").get();
    return after?.journal_mode !== "delete";
  } catch {
    return true;
  } finally {
    connection.close();
  }
};

const isPostgresInUse = async (url: string): Promise<boolean> => {
  // A school on SQLite does not load the driver.
  const { connectToPostgres } = await import("../db/postgres-connection.ts");
  const client = await connectToPostgres(url);
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database()
       and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
};

/** Whether another program, such as the school's server, has the database open. */
export const isInUse = (file: string, url: string | null): Promise<boolean> =>
  url === null ? isSqliteInUse(file) : isPostgresInUse(url);
