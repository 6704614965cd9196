import path from "node:path";
import { parseArgs } from "node:util";
import type { Environment } from "../environment.ts";
import { writeExport } from "../export/export-content.ts";
import { OccupiedError } from "../export/export-target.ts";
import { readExportedContent } from "../export/exported-content.ts";
import { openFolderTarget } from "../export/folder-target.ts";
import { DamagedFileError } from "../export/verified-bytes.ts";
import { openZipTarget } from "../export/zip-target.ts";
import { HttpProblem } from "../http/problem.ts";
import { namedCourses } from "./named-courses.ts";
import { CommandError, UsageError } from "./usage.ts";
import { withDatabase } from "./with-database.ts";

const parsed = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        zip: { type: "boolean", default: false },
        course: { type: "string", multiple: true, default: [] },
      },
    });
  } catch (reason) {
    throw new UsageError(reason instanceof Error ? reason.message : String(reason));
  }
};

const SENTENCES: Record<string, string> = {
  ENOSPC: "There is no room left on the disk for it.",
  EDQUOT: "There is no room left on the disk for it.",
  EACCES: "This account may not write there.",
  EPERM: "This account may not write there.",
  EROFS: "This account may not write there.",
  ENOTDIR: "A part of that path is a file, not a folder.",
};

/** What has kept an export from being written, in a sentence. @returns null for a bug */
const sentenceFor = (reason: unknown): string | null => {
  if (reason instanceof OccupiedError || reason instanceof DamagedFileError) return reason.message;
  if (reason instanceof HttpProblem) return "The content is being changed just now: try again.";
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : "";
  return SENTENCES[code] ?? null;
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Writes the folder of local content that a desktop app imports, or a zip of it. */
export const exportContent = async (
  words: readonly string[],
  environment: Environment,
): Promise<number> => {
  const { values, positionals } = parsed(words);
  const [given, more] = positionals;
  if (given === undefined || given === "") throw new UsageError("PATH is missing.");
  if (more !== undefined) throw new UsageError(`"${more}" is one word too many.`);
  const place = path.resolve(given);
  const isZip = values.zip || /\.zip$/i.test(place);
  await withDatabase(environment, async (database) => {
    const courses = values.course.length > 0 ? await namedCourses(database, values.course) : null;
    try {
      const content = await readExportedContent(database.read, courses);
      if (content.courses.length === 0) {
        throw new CommandError("There is no course to export: import the content first.");
      }
      const target = await (isZip ? openZipTarget(place) : openFolderTarget(place));
      await writeExport(environment.dataDir, content, target);
      const size = content.files.reduce((sum, file) => sum + file.size, 0);
      console.log(
        `Exported to ${given}: ${content.courses.join(", ")}; lessons: ${content.lessons}; files: ${content.files.length}, ${megabytes(size)} MB.`,
      );
    } catch (reason) {
      const sentence = sentenceFor(reason);
      throw sentence === null ? reason : new CommandError(sentence);
    }
  });
  return 0;
};
