import type { LogicalTable } from "./logical-schema.ts";

export type Value = string | number | Uint8Array | null;
export type Row = Record<string, Value>;

/** A consistent view of a school's database while others write. */
export interface Snapshot {
  /** The names of the database's migrations, in their order; empty where there is no school yet. */
  readonly migrations: readonly string[];
  /** The last id that each table has assigned. */
  readonly sequences: Readonly<Record<string, number>>;
  /** The rows of a table, some at a time. */
  rows(table: LogicalTable): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const selectFrom = ({ name, columns }: LogicalTable): string =>
  `select ${columns.map(quoted).join(", ")} from ${quoted(name)}`;
