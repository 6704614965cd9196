import path from "node:path";
import { COMMAND } from "../../domain/audit.ts";
import {
  type ExportTarget,
  openFolderTarget,
  openZipTarget,
  TargetExistsError,
} from "../content/export/export-target.ts";
import {
  readExportedContent,
  writeContent,
  writeSource,
} from "../content/export/exported-content.ts";
import { CompileError } from "../content/source/compile-source.ts";
import {
  publishedVersions,
  readSource,
  SourceError,
  type SourceVersion,
} from "../content/source/source-rows.ts";
import { rollBack } from "../content/source/source-work.ts";
import type { Database } from "../db/open-database.ts";
import { HttpProblem } from "../problem.ts";
import type { Environment } from "../school/settings/environment.ts";
import { openStore } from "../store/open-store.ts";
import { DamagedFileError } from "../store/store-errors.ts";
import { namedCourses, withDatabase } from "./command-context.ts";
import { finishPhotos } from "./finish-photos.ts";
import type { Answer } from "./school-command.ts";
import { CommandError, diskSentence, inColumns, megabytes } from "./terminal.ts";

interface ExportOptions {
  zip: boolean;
  /** Keys of courses; empty for all of the school's courses. */
  course: readonly string[];
}

/**
 * The reason why an export could not be written, as a sentence.
 * @returns null for an unexpected error
 */
const exportSentence = (reason: unknown): string | null => {
  if (reason instanceof TargetExistsError || reason instanceof DamagedFileError)
    return reason.message;
  if (reason instanceof HttpProblem) return "The content is being changed right now. Try again.";
  return diskSentence(reason);
};

const openTarget = (place: string, isZip: boolean): Promise<ExportTarget> =>
  isZip || /\.zip$/i.test(place) ? openZipTarget(place) : openFolderTarget(place);

/** Runs an export with the database. @throws CommandError with the reason if it cannot be written */
const withExport = <Value>(
  environment: Environment,
  write: (database: Database) => Promise<Value>,
): Promise<Value> =>
  withDatabase(environment, async (database) => {
    try {
      return await write(database);
    } catch (reason) {
      const sentence = exportSentence(reason);
      throw sentence === null ? reason : new CommandError(sentence);
    }
  });

/** Writes the local content folder that a desktop app imports, or a zip of it. */
export const exportContent = (
  given: string,
  environment: Environment,
  options: ExportOptions,
): Promise<Answer> =>
  withExport(environment, async (database) => {
    const place = path.resolve(given);
    const keys = options.course.length > 0 ? await namedCourses(database, options.course) : null;
    const content = await readExportedContent(database.read, keys);
    const { courses, lessons, files } = content;
    if (courses.length === 0) {
      throw new CommandError("There is no course to export: import the content first.");
    }
    const target = await openTarget(place, options.zip);
    await writeContent(await openStore(environment, database), content, target);
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return {
      data: { path: place, courses, lessons, files: files.length, bytes },
      text: `Exported to ${given}: ${courses.join(", ")}; lessons: ${lessons}; files: ${files.length}, ${megabytes(bytes)}.`,
    };
  });

const NO_SOURCE =
  "The school keeps no folder of its content yet: the next import of a folder is the first version.";

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
export const listVersions = async (environment: Environment) => {
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
  return { data: list, text: rows.length > 0 ? inColumns(rows) : NO_SOURCE };
};

/** Publishes an earlier version of the content again. */
export const rollBackContent = async (id: number, environment: Environment) => {
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
  return {
    data: { version, rolledBackTo: id, ...changes },
    text: [
      `Published version ${id} again, as version ${version}: ${changes.lessons.length} lessons are different.`,
      ...removed.map(
        ({ key, students }) => `The course ${key} is gone; ${students} people have it.`,
      ),
    ].join("\n"),
  };
};

/** Writes the author's folder of a version, as it came in. */
export const exportSource = (
  given: string,
  environment: Environment,
  options: { readonly version?: number; readonly zip: boolean },
): Promise<Answer> =>
  withExport(environment, async (database) => {
    const place = path.resolve(given);
    const versions = await publishedVersions(database.read);
    if (versions.length === 0) throw new CommandError(NO_SOURCE);
    const { version: wanted = versions[0]?.id } = options;
    const version = versions.find(({ id }) => id === wanted);
    if (!version) {
      throw new CommandError(`There is no version ${wanted}: \`content versions\` lists them.`);
    }
    const source = await readSource(database.read, version.id);
    const target = await openTarget(place, options.zip);
    await writeSource(await openStore(environment, database), source, target);
    const { files, bytes } = described(version);
    return {
      data: { path: place, version: version.id, files, bytes },
      text: `Exported version ${version.id} to ${given}: ${files} files, ${megabytes(bytes)}.`,
    };
  });
