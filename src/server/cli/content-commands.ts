import { compileSchool } from "../content/compile-school.ts";
import type { CompiledSchool } from "../content/school.ts";
import { importSchool } from "../db/import-school.ts";
import type { Environment } from "../environment.ts";
import { CommandError } from "./usage.ts";
import { withDatabase } from "./with-database.ts";

const compiled = async (folder: string): Promise<CompiledSchool> => {
  const result = await compileSchool(folder);
  if (result.ok) return result.value;
  const lines = result.failure.map(({ file, line, message }) => `${file}:${line} ${message}`);
  const count = lines.length === 1 ? "1 thing is" : `${lines.length} things are`;
  throw new CommandError(`${lines.join("\n")}\n\n${count} to be mended.`);
};

const summary = ({ products, files, glossary, faqs }: CompiledSchool): string => {
  const courses = products.flatMap((product) => product.courseOrder);
  const lessons = products.reduce((sum, product) => sum + Object.keys(product.lessons).length, 0);
  return `${products.length} products, ${courses.length} courses (${courses.join(", ")}), ${lessons} lessons, ${glossary.length} terms, ${faqs.length} questions, ${files.length} files`;
};

/** Says what is wrong in an author's folder, or that nothing is. */
export const checkContent = async (folder: string): Promise<number> => {
  console.log(`Nothing is wrong: ${summary(await compiled(folder))}.`);
  return 0;
};

/** Puts an author's folder into the school. A server that runs takes it up by itself. */
export const importContent = async (folder: string, environment: Environment): Promise<number> => {
  const school = await compiled(folder);
  const { changed } = await withDatabase(environment, (database) =>
    importSchool(database, environment.dataDir, school),
  );
  const done = changed ? "Imported" : "Nothing has changed since the last import";
  console.log(`${done}: ${summary(school)}.`);
  return 0;
};
