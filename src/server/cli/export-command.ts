import path from "node:path";
import {
  openFolderTarget,
  openZipTarget,
  TargetExistsError,
} from "../content/export/export-target.ts";
import { readExportedContent, writeExport } from "../content/export/exported-content.ts";
import { HttpProblem } from "../problem.ts";
import type { Environment } from "../school/settings/environment.ts";
import { openStore } from "../store/open-store.ts";
import { DamagedFileError } from "../store/store-errors.ts";
import { CommandError, withDatabase } from "./command-context.ts";
import { namedCourses } from "./named-courses.ts";
import { type JsonOption, printResult } from "./terminal.ts";

interface ExportOptions extends JsonOption {
  zip: boolean;
  /** Keys of courses; empty for all of the school's courses. */
  course: readonly string[];
}

const SENTENCES: Record<string, string> = {
  ENOSPC: "There is no space left on the disk.",
  EDQUOT: "There is no space left on the disk.",
  EACCES: "You do not have permission to write there.",
  EPERM: "You do not have permission to write there.",
  EROFS: "You do not have permission to write there.",
  ENOTDIR: "A part of that path is a file, not a folder.",
};

/**
 * The reason why an export could not be written, as a sentence.
 * @returns null for an unexpected error
 */
export const exportSentence = (reason: unknown): string | null => {
  if (reason instanceof TargetExistsError || reason instanceof DamagedFileError)
    return reason.message;
  if (reason instanceof HttpProblem) return "The content is being changed right now. Try again.";
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : "";
  return SENTENCES[code] ?? null;
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Writes the local content folder that a desktop app imports, or a zip of it. */
export const exportContent = async (
  given: string,
  options: ExportOptions,
  environment: Environment,
): Promise<number> => {
  const place = path.resolve(given);
  const isZip = options.zip || /\.zip$/i.test(place);
  await withDatabase(environment, async (database) => {
    const courses = options.course.length > 0 ? await namedCourses(database, options.course) : null;
    try {
      const content = await readExportedContent(database.read, courses);
      if (content.courses.length === 0) {
        throw new CommandError("There is no course to export: import the content first.");
      }
      const target = await (isZip ? openZipTarget(place) : openFolderTarget(place));
      await writeExport(await openStore(environment, database), content, target);
      const size = content.files.reduce((sum, file) => sum + file.size, 0);
      const { lessons } = content;
      printResult(
        options,
        {
          path: place,
          courses: content.courses,
          lessons,
          files: content.files.length,
          bytes: size,
        },
        `Exported to ${given}: ${content.courses.join(", ")}; lessons: ${lessons}; files: ${content.files.length}, ${megabytes(size)} MB.`,
      );
    } catch (reason) {
      const sentence = exportSentence(reason);
      throw sentence === null ? reason : new CommandError(sentence);
    }
  });
  return 0;
};
