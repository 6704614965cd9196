import path from "node:path";
import { compileSchool } from "../content/compile-school.ts";
import type { CompiledSchool } from "../content/school.ts";
import { describeUntranslated, findUntranslated } from "../content/untranslated.ts";
import { importSchool } from "../db/import-school.ts";
import type { Environment } from "../environment.ts";
import { preparePictures } from "../pictures/prepare-pictures.ts";
import { openStore } from "../store/open-store.ts";
import { CommandError } from "./errors.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { withDatabase } from "./with-database.ts";

const compiled = async (folder: string, { json }: JsonOption): Promise<CompiledSchool> => {
  const result = await compileSchool(folder);
  if (result.ok) return result.value;
  if (json) console.log(JSON.stringify({ problems: result.failure }, null, 2));
  const lines = result.failure.map(({ file, line, message }) =>
    file === "." ? message : `${file}:${line} ${message}`,
  );
  const count = lines.length === 1 ? "1 problem" : `${lines.length} problems`;
  throw new CommandError(`${lines.join("\n")}\n\n${count} found.`);
};

/** The size of a school's content, in counts. */
const countsOf = ({ products, files, glossary, faqs }: CompiledSchool) => ({
  products: products.length,
  courses: products.flatMap((product) => product.courseOrder),
  lessons: products.reduce((sum, product) => sum + Object.keys(product.lessons).length, 0),
  terms: glossary.length,
  questions: faqs.length,
  files: files.length,
});

const summary = (school: CompiledSchool): string => {
  const { products, courses, lessons, terms, questions, files } = countsOf(school);
  return `${products} products, ${courses.length} courses (${courses.join(", ")}), ${lessons} lessons, ${terms} terms, ${questions} questions, ${files} files`;
};

/**
 * Prints every problem in an author's folder, or a summary when there is none; with `languages` also
 * what is not translated yet.
 */
export const checkContent = async (
  folder: string,
  options: JsonOption & { languages?: boolean },
): Promise<number> => {
  const school = await compiled(folder, options);
  const untranslated = options.languages ? findUntranslated(school) : null;
  printResult(
    options,
    { problems: [], ...countsOf(school), ...(untranslated && { untranslated }) },
    [
      `No problems found: ${summary(school)}.`,
      ...(untranslated ? [describeUntranslated(untranslated)] : []),
    ].join("\n"),
  );
  return 0;
};

/** Imports an author's folder into the school. A running server loads the new content by itself. */
export const importContent = async (
  folder: string,
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const content = await compiled(folder, options);
  const { changed, school, ...pictures } = await withDatabase(environment, async (database) => {
    const store = await openStore(environment, database);
    const prepared = await preparePictures(database, store, content);
    return { ...prepared, ...(await importSchool(database, store, prepared.school)) };
  });
  const kept = pictures.problems.map(({ file, message }) => ({
    file: path.relative(folder, file.source).split(path.sep).join("/"),
    message,
  }));
  const done = changed ? "Imported" : "Nothing has changed since the last import";
  const notes = [
    ...kept.map(({ file, message }) => `${file} stays as it is. ${message}\n`),
    ...(pictures.noConverter === null
      ? []
      : [
          `Photos stay as they are: sharp does not run on this system (${pictures.noConverter}).\n`,
        ]),
  ];
  printResult(
    options,
    { changed, ...countsOf(school), converted: pictures.converted, picturesAsTheyAre: kept },
    `${notes.join("")}${done}: ${summary(school)}.`,
  );
  return 0;
};
