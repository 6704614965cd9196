import { inject } from "vitest";
import { createDatabase } from "./postgres-database.ts";

/** Creates an empty database on the PostgreSQL of this run. @returns its address */
export const newDatabase = async (): Promise<string> => {
  const postgres = inject("postgres");
  if (!postgres) throw new Error("Only the project postgres has one");
  return createDatabase(postgres.original);
};
