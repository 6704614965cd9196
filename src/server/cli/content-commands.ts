import { COMMAND } from "../../domain/audit.ts";
import { compileSchool } from "../content/compile-school.ts";
import type { CompiledSchool, ContentProblem } from "../content/school.ts";
import { keptPictures, publishSource } from "../content/source/publish-source.ts";
import { readFolder } from "../content/source/read-folder.ts";
import { describeUntranslated, findUntranslated } from "../content/untranslated.ts";
import { readPictures } from "../pictures/picture-rows.ts";
import type { Environment } from "../school/settings/environment.ts";
import { openStore } from "../store/open-store.ts";
import { describeErrors, describeWarnings } from "./describe-problems.ts";
import { CommandError } from "./errors.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { finishPhotos } from "./finish-photos.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { withDatabase } from "./with-database.ts";

const compiled = async (
  folder: string,
  { json }: JsonOption,
): Promise<{ school: CompiledSchool; warnings: readonly ContentProblem[] }> => {
  const result = await compileSchool(folder);
  const { warnings } = result;
  if (result.ok) return { school: result.value, warnings };
  if (json) console.log(JSON.stringify({ problems: result.failure, warnings }, null, 2));
  const errors = result.failure;
  throw new CommandError([...describeWarnings(warnings), ...describeErrors(errors)].join("\n"));
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
 * Prints every problem and warning about an author's folder, or a summary when there is none; with
 * `languages` also what is not translated yet.
 */
export const checkContent = async (
  folder: string,
  options: JsonOption & { languages?: boolean },
): Promise<number> => {
  const { school, warnings } = await compiled(folder, options);
  const untranslated = options.languages ? findUntranslated(school) : null;
  printResult(
    options,
    { problems: [], warnings, ...countsOf(school), ...(untranslated && { untranslated }) },
    [
      ...describeWarnings(warnings),
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
  const { school: content, warnings } = await compiled(folder, options);
  const { files, leftOut } = await readFolder(folder, content.files);
  const imported = await withDatabase(environment, async (database) => {
    const store = await openStore(environment, database);
    const published = await publishSource({
      ...{ database, store, school: content, folder, actor: COMMAND, at: Date.now() },
      ...{ from: { kind: "folder", files }, convertsItself: true },
    });
    const photos = await finishPhotos(database, store, published.photos);
    const kept = keptPictures(folder, content, await readPictures(database.read));
    return { ...published, ...photos, kept };
  });
  const { changed, version, kept, converted, left } = imported;
  const { school, minified, noConverter } = imported.prepared;
  const done = changed ? "Imported" : "Nothing has changed since the last import";
  const notes = [
    ...describeWarnings(warnings).map((line) => `${line}\n`),
    ...kept.map(({ file, message }) => `${file} stays as it is. ${message}\n`),
    ...leftOut.map(
      (file) => `${escapeForTerminal(file)} is not kept: not every system can store it.\n`,
    ),
    ...(noConverter === null
      ? []
      : [`Photos stay as they are: sharp does not run on this system (${noConverter}).\n`]),
    ...(left > 0 ? [`${left} photos wait to be converted: the school's server does it.\n`] : []),
  ];
  printResult(
    options,
    {
      changed,
      version,
      warnings,
      ...countsOf(school),
      leftOut,
      converted: minified + converted,
      picturesAsTheyAre: kept,
    },
    `${notes.join("")}${done}: ${summary(school)}.`,
  );
  return 0;
};
