import pg from "pg";
import { DatabaseUnavailableError } from "./database-unavailable.ts";

/**
 * A statement is prepared at its third use: a list of ids makes another statement for each length.
 */
const PREPARED_FROM = 3;
/** Each connection keeps the plans of its prepared statements. */
const MAX_PREPARED = 300;
const MAX_COUNTED = 1000;

/** A prepared statement is outdated, because a newer version of the school has changed a table. */
export class StaleStatementError extends DatabaseUnavailableError {}

/** Whether PostgreSQL refuses a prepared statement that it would take if it were prepared again. */
export const isStale = (reason: unknown): boolean =>
  reason instanceof pg.DatabaseError &&
  (reason.code === "26000" || (reason.code === "0A000" && /cached plan/.test(reason.message)));

/**
 * The names of statements that are used often. PostgreSQL parses and plans a statement with a name
 * once for each connection.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  #count = 0;

  /** @returns undefined for a statement that is not prepared */
  nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql);
    if (name !== undefined || this.#names.size >= MAX_PREPARED) return name;
    const uses = (this.#uses.get(sql) ?? 0) + 1;
    if (uses < PREPARED_FROM) {
      if (this.#uses.size >= MAX_COUNTED) this.#uses.clear();
      this.#uses.set(sql, uses);
      return undefined;
    }
    this.#uses.delete(sql);
    this.#count += 1;
    this.#names.set(sql, `s${this.#count}`);
    return this.#names.get(sql);
  }

  /** Prepares all statements again, under new names. */
  reset(): void {
    this.#names.clear();
  }
}
