import path from "node:path";
import { contentFile, type Store } from "../../store/store.ts";
import type { StoredTexts } from "../author-folder.ts";
import { compileSchool } from "../compile-school.ts";
import { openLessonCache } from "../lesson-cache.ts";
import type { ReadLesson } from "../lesson-draft.ts";
import type { CompiledSchool, ContentProblem } from "../school.ts";
import { LESSONS_FILE, SOURCES_FOLDER, staysInStore } from "./materialize.ts";
import { filesByPath, type SourceFile } from "./source-rows.ts";

/** What a compiled folder holds, in counts. */
export const countsOfSchool = ({
  products,
}: CompiledSchool): {
  readonly products: number;
  readonly courses: number;
  readonly lessons: number;
} => ({
  products: products.length,
  courses: products.reduce((sum, { courses }) => sum + Object.keys(courses).length, 0),
  lessons: products.reduce((sum, { lessons }) => sum + Object.keys(lessons).length, 0),
});

/** The path of a file below a folder, as its author knows it. */
export const pathIn = (folder: string, source: string): string =>
  path.relative(path.resolve(folder), source).split(path.sep).join("/");

export class CompileError extends Error {
  override name = "CompileError";
  readonly problems: readonly ContentProblem[];
  readonly warnings: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[], warnings: readonly ContentProblem[]) {
    super(problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"));
    this.problems = problems;
    this.warnings = warnings;
  }
}

/** The source that was laid out as a folder, but for the texts that stay in the store. */
interface LaidOut {
  readonly files: readonly SourceFile[];
  readonly dataDir: string;
  readonly store: Store;
}

/**
 * Compiles a folder. Of files that are as they were before, nothing is read again.
 * @throws CompileError
 */
export const compileFolder = async (
  folder: string,
  { files, dataDir, store }: LaidOut,
): Promise<{ school: CompiledSchool; warnings: readonly ContentProblem[] }> => {
  const known = filesByPath(files);
  const stored: StoredTexts = {
    paths: new Set(files.map((file) => file.path).filter(staysInStore)),
    read: async (name) => {
      const file = known.get(name);
      if (!file) throw new Error(`There is no ${name}`);
      return store.read(contentFile(file.checksum));
    },
  };
  const lessons = await openLessonCache<ReadLesson>(
    path.join(dataDir, SOURCES_FOLDER, LESSONS_FILE),
  );
  const compiled = await compileSchool(folder, { files: known, stored, lessons });
  await lessons.save();
  const { warnings, ...result } = compiled;
  if (!result.ok) throw new CompileError(result.failure, warnings);
  return { school: result.value, warnings };
};
