import { hash } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { changeDraft, type SourceChange } from "../../../src/server/content/source/change-draft.ts";
import { materialize } from "../../../src/server/content/source/materialize.ts";
import type { Published } from "../../../src/server/content/source/publish-source.ts";
import { presentSource } from "../../../src/server/content/source/source-text.ts";
import type { SourceSchool } from "../../../src/server/content/source/source-work.ts";
import { contentFile } from "../../../src/server/store/store.ts";
import { BY_COMMAND, publishFolder } from "./prepare-school.ts";
import { diskStore } from "./stored-path.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { FIXTURE, type TestSchool } from "./test-school.ts";

export { BY_COMMAND };

export const sourceSchool = (school: TestSchool): SourceSchool => ({
  database: school.database,
  store: diskStore(school.dataDir),
  dataDir: school.dataDir,
  now: school.now,
});

/** A copy of the fixture for one test. */
export const authorsFolder = async (): Promise<string> => {
  const folder = temporaryFolder();
  await cp(FIXTURE, folder, { recursive: true });
  return folder;
};

/** Imports a folder as the command does. */
export const importFolder = async (school: TestSchool, folder: string): Promise<Published> => {
  const { database, store, now } = sourceSchool(school);
  const published = await publishFolder(database, store, folder, now);
  await school.server.refresh();
  return published;
};

/** Stores a text, and returns the change that gives the draft a file with it. */
export const textChange = async (school: TestSchool, name: string, text: string) => {
  const bytes = Buffer.from(text);
  const file = { checksum: hash("sha256", bytes), size: bytes.length };
  await diskStore(school.dataDir).put([
    { key: contentFile(file.checksum), source: bytes, ...file },
  ]);
  return { path: name, ...file };
};

/** Changes the draft as the command line would. */
export const change = (school: TestSchool, ...changes: SourceChange[]) =>
  school.database.write((db) => changeDraft(db, changes, { actor: BY_COMMAND, at: school.now }));

/** The bytes of all files below a folder, by their paths. */
export const contentsOf = async (folder: string): Promise<Record<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const contents = files.sort().map(async (file) => {
    const name = path.relative(folder, file).split(path.sep).join("/");
    return [name, await readFile(file)] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
};

/** The bytes of all files of the draft, or without one of what is published, by their paths. */
export const exportSourceFiles = async (school: TestSchool): Promise<Record<string, Buffer>> => {
  const folder = path.join(temporaryFolder(), "exported");
  const source = await presentSource(school.database.read);
  await materialize(diskStore(school.dataDir), [...(source?.files.values() ?? [])], folder);
  return contentsOf(folder);
};
