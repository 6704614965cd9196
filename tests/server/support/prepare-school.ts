import type { Actor } from "../../../src/domain/audit.ts";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { publishSource } from "../../../src/server/content/source/publish-source.ts";
import { readFolder } from "../../../src/server/content/source/read-folder.ts";
import { type Database, openDatabase } from "../../../src/server/db/open-database.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { FIXTURE } from "./fixture-folder.ts";
import { diskStore } from "./stored-path.ts";

export const BY_COMMAND: Actor = { kind: "command" };

let compiling: Promise<CompiledSchool> | undefined;

const compiled = async (folder: string): Promise<CompiledSchool> => {
  const result = await compileSchool(folder);
  if (!result.ok) throw new Error(JSON.stringify(result.failure, null, 2));
  return result.value;
};

export const fixtureSchool = (): Promise<CompiledSchool> => {
  compiling ??= compiled(FIXTURE);
  return compiling;
};

/** Publishes an author's folder as the command does. */
export const publishFolder = async (
  database: Database,
  store: Store,
  folder: string,
  at: number,
): ReturnType<typeof publishSource> => {
  const school = await compiled(folder);
  const { files } = await readFolder(folder, school.files);
  return publishSource({
    ...{ database, store, school, actor: BY_COMMAND, at, folder },
    from: { kind: "folder", files },
  });
};

export interface Preparation {
  /** Where its database is, if not in the folder. */
  readonly databaseUrl: string | null;
  /** Whether it has the fixture's content already. */
  readonly isImported?: boolean;
  /** When it publishes the fixture as an author's folder, too; null: never. */
  readonly published: number | null;
}

export const prepareIn = async (
  dataDir: string,
  { databaseUrl, isImported = false, published }: Preparation,
): Promise<void> => {
  const database = await openDatabase(dataDir, databaseUrl);
  const store = diskStore(dataDir);
  if (!isImported) await importSchool(database, store, await fixtureSchool());
  if (published !== null) await publishFolder(database, store, FIXTURE, published);
  await database.close();
};
