import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { migrationNames } from "../../db/migrate.ts";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** The version of Node that the project is built for. */
const NODE_MAJOR = 26;

/** Whether program, database, web app and Node belong together. */
export const checkVersions = async ({ database, webDir }: Patient): Promise<Found[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
    database.read,
  );
  const known = new Set(await migrationNames());
  const unknown = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  const { node } = process.versions;
  const problems = [
    ...(unknown.length > 0
      ? [found("staff-doctor.versions-database", { names: unknown.join(", ") })]
      : []),
    ...(existsSync(path.join(webDir, "index.html")) ? [] : [found("staff-doctor.versions-app")]),
    ...(Number.parseInt(node, 10) < NODE_MAJOR
      ? [found("staff-doctor.versions-node", { node, major: NODE_MAJOR })]
      : []),
  ];
  const last =
    rows
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? "";
  return problems.length > 0
    ? problems
    : [found("staff-doctor.versions-fine", { node, migration: last })];
};
