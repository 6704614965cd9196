import { randomUUID } from "node:crypto";
import pg from "pg";

/**
 * Creates a database and returns its address.
 * @param server an address of any database on the server
 * @param original the address of a database that nobody uses, to copy; absent: it is empty
 */
export const createDatabase = async (server: string, original?: string): Promise<string> => {
  const at = (name: string) => new URL(`/${name}`, server).href;
  const client = new pg.Client({ connectionString: at("postgres") });
  await client.connect();
  const name = `school_${randomUUID().replaceAll("-", "")}`;
  const from = original ? `template ${new URL(original).pathname.slice(1)}` : "";
  await client.query(`create database ${name} ${from}`);
  await client.end();
  return at(name);
};
