import path from "node:path";
import { COMMAND } from "../../domain/audit.ts";
import { writeSource } from "../content/export/export-source.ts";
import { openFolderTarget, openZipTarget } from "../content/export/export-target.ts";
import { CompileError } from "../content/source/compile-source.ts";
import {
  publishedVersions,
  readSource,
  SourceError,
  type SourceVersion,
} from "../content/source/source-rows.ts";
import { rollBack } from "../content/source/source-work.ts";
import type { Environment } from "../school/settings/environment.ts";
import { openStore } from "../store/open-store.ts";
import { CommandError, withDatabase } from "./command-context.ts";
import { exportSentence } from "./export-command.ts";
import { finishPhotos } from "./finish-photos.ts";
import { inColumns, type JsonOption, printResult } from "./terminal.ts";

const NO_SOURCE =
  "The school keeps no folder of its content yet: the next import of a folder is the first version.";

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const described = ({ id, published, files, bytes, lessons, courses, actor }: SourceVersion) => ({
  version: id,
  published: new Date(published ?? 0).toISOString(),
  lessons,
  courses,
  files,
  bytes: Number(bytes),
  by: actor,
});

/** Lists the versions of the content that can be published again. */
export const listVersions = async (
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const versions = await withDatabase(environment, ({ read }) => publishedVersions(read));
  const list = versions.map(described);
  const rows = list.map((each) => [
    String(each.version),
    each.published,
    `${each.courses} courses`,
    `${each.lessons} lessons`,
    `${each.files} files`,
    megabytes(each.bytes),
  ]);
  printResult(options, list, rows.length > 0 ? inColumns(rows) : NO_SOURCE);
  return 0;
};

/** Publishes an earlier version of the content again. */
export const rollBackContent = async (
  id: number,
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const { version, changes } = await withDatabase(environment, async (database) => {
    const store = await openStore(environment, database);
    const school = { database, store, dataDir: environment.dataDir, now: Date.now() };
    try {
      const published = await rollBack(school, { id, actor: COMMAND, convertsItself: true });
      await finishPhotos(database, store, published.photos);
      return published;
    } catch (reason) {
      if (reason instanceof CompileError) {
        throw new CommandError(`${reason.message}\n\nThis version cannot be published any more.`);
      }
      if (!(reason instanceof SourceError)) throw reason;
      throw new CommandError(
        reason.code === "content/already_published"
          ? `Version ${id} is the one that is published.`
          : `There is no version ${id}: \`content versions\` lists them.`,
      );
    }
  });
  const removed = changes.courses.filter(({ change }) => change === "removed");
  printResult(
    options,
    { version, rolledBackTo: id, ...changes },
    [
      `Published version ${id} again, as version ${version}: ${changes.lessons.length} lessons are different.`,
      ...removed.map(
        ({ key, students }) => `The course ${key} is gone; ${students} people have it.`,
      ),
    ].join("\n"),
  );
  return 0;
};

/** Writes the author's folder of a version, as it came in. */
export const exportSource = async (
  given: string,
  options: JsonOption & { readonly version?: number; readonly zip: boolean },
  environment: Environment,
): Promise<number> => {
  const place = path.resolve(given);
  const isZip = options.zip || /\.zip$/i.test(place);
  await withDatabase(environment, async (database) => {
    const versions = await publishedVersions(database.read);
    if (versions.length === 0) throw new CommandError(NO_SOURCE);
    const { version: wanted = versions[0]?.id } = options;
    const version = versions.find(({ id }) => id === wanted);
    if (!version) {
      throw new CommandError(`There is no version ${wanted}: \`content versions\` lists them.`);
    }
    try {
      const files = await readSource(database.read, version.id);
      const target = await (isZip ? openZipTarget(place) : openFolderTarget(place));
      await writeSource(await openStore(environment, database), files, target);
    } catch (reason) {
      const sentence = exportSentence(reason);
      throw sentence === null ? reason : new CommandError(sentence);
    }
    const { files, bytes } = described(version);
    printResult(
      options,
      { path: place, version: version.id, files, bytes },
      `Exported version ${version.id} to ${given}: ${files} files, ${megabytes(bytes)}.`,
    );
  });
  return 0;
};
