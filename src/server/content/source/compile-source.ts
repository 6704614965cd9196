import path from "node:path";
import { compileSchool } from "../compile-school.ts";
import type { CompiledSchool, ContentProblem } from "../school.ts";

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

/** The content cannot be compiled. */
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

/** Compiles a folder. @throws CompileError */
export const compileFolder = async (
  folder: string,
): Promise<{ school: CompiledSchool; warnings: readonly ContentProblem[] }> => {
  const { warnings, ...result } = await compileSchool(folder);
  if (!result.ok) throw new CompileError(result.failure, warnings);
  return { school: result.value, warnings };
};
