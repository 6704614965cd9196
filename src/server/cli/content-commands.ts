import { Argument, type Command } from "commander";
import { COMMAND } from "../../domain/audit.ts";
import { compileSchool } from "../content/compile-school.ts";
import type { CompiledSchool, ContentProblem } from "../content/school.ts";
import { keptPictures, publishSource } from "../content/source/publish-source.ts";
import { readFolder } from "../content/source/read-folder.ts";
import { describeUntranslated, findUntranslated } from "../content/untranslated.ts";
import { readPictures } from "../pictures/picture-rows.ts";
import type { Environment } from "../school/settings/environment.ts";
import { openStore } from "../store/open-store.ts";
import { CommandError, withDatabase } from "./command-context.ts";
import { describeErrors, describeWarnings } from "./describe-problems.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { exportContent } from "./export-command.ts";
import { finishPhotos } from "./finish-photos.ts";
import { collect, JSON_OPTION, notEmpty, portNumber, positiveNumber, type Run } from "./options.ts";
import { PREVIEW_PORT, previewContent } from "./preview-command.ts";
import { exportSource, listVersions, rollBackContent } from "./source-commands.ts";
import { type JsonOption, printResult } from "./terminal.ts";

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
const checkContent = async (
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
const importContent = async (
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

const exportPath = () =>
  new Argument("<path>", "a new or empty folder, or a zip file if it ends in .zip").argParser(
    notEmpty,
  );

const ZIP_OPTION = [
  "--zip",
  "write a zip file even if the path does not end in .zip",
  false,
] as const;

/**
 * Declares the commands about content.
 * @param onEnd is called with the exit code of a command that needs no school; null while it goes on
 */
export const declareContent = (
  content: Command,
  run: Run,
  onEnd: (code: number | null) => void,
): void => {
  content
    .command("check")
    .description("List every mistake in an author's folder, by file and line.")
    .argument("<folder>", "the author's folder")
    .option("--languages", "also list what is not translated yet")
    .option(...JSON_OPTION)
    .action(async (folder, options) => onEnd(await checkContent(folder, options)));
  content
    .command("preview")
    .description("Show an author's folder in the browser, and follow what is saved.")
    .argument("<folder>", "the author's folder")
    .option("--port <n>", "the port of the page; 0: any that is free", portNumber, PREVIEW_PORT)
    .action(async (folder, options) => onEnd(await previewContent(folder, options)));
  content
    .command("import")
    .description("Check an author's folder and import it into the school's database.")
    .argument("<folder>", "the author's folder")
    .option(...JSON_OPTION)
    .action(run(importContent));
  content
    .command("export")
    .description("Export content that the desktop app can import without a network.")
    .addArgument(exportPath())
    .option("--course <key>", "only this course; may be given several times", collect, [])
    .option(...ZIP_OPTION)
    .option(...JSON_OPTION)
    .action(run(exportContent));
  content
    .command("export-source")
    .description("Export the author's folder of the content, byte for byte as it came in.")
    .addArgument(exportPath())
    .option("--version <n>", "this version in place of the latest one", positiveNumber)
    .option(...ZIP_OPTION)
    .option(...JSON_OPTION)
    .action(run(exportSource));
  content
    .command("versions")
    .description("List the versions of the content that can be published again.")
    .option(...JSON_OPTION)
    .action(run(listVersions));
  content
    .command("rollback")
    .description("Publish an earlier version of the content again.")
    .addArgument(new Argument("<n>", "the number of the version").argParser(positiveNumber))
    .option(...JSON_OPTION)
    .action(run(rollBackContent));
};
