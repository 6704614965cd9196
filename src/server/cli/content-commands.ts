import { stat } from "node:fs/promises";
import { Argument } from "commander";
import { COMMAND } from "../../domain/audit.ts";
import { compileSchool } from "../content/compile-school.ts";
import {
  type Preview,
  type PreviewOutcome,
  startPreview,
} from "../content/preview/start-preview.ts";
import type { CompiledSchool, ContentProblem } from "../content/school.ts";
import { keptPictures, publishSource } from "../content/source/publish-source.ts";
import { readFolder } from "../content/source/read-folder.ts";
import { describeUntranslated, findUntranslated } from "../content/untranslated.ts";
import { Log } from "../log.ts";
import { readPictures } from "../pictures/picture-rows.ts";
import { runUntilSignal } from "../run-until-signal.ts";
import type { Environment } from "../school/settings/environment.ts";
import { WEB_DIR } from "../school-server.ts";
import { startupError } from "../startup-error.ts";
import { openStore } from "../store/open-store.ts";
import { withDatabase } from "./command-context.ts";
import { exportContent, exportSource, listVersions, rollBackContent } from "./export-commands.ts";
import { finishPhotos } from "./finish-photos.ts";
import { collect, notEmpty, portNumber, positiveNumber } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import { CommandError, counted, escapeForTerminal } from "./terminal.ts";

/** One line of text, whatever characters an author's file has in its name. */
const describe = ({ file, line, message }: ContentProblem): string =>
  (file === "." ? message : `${file}:${line} ${message}`).replace(/\p{Cc}/gu, "\uFFFD");

/** A problem without its place in a form, which those who work in the folder do not need. */
const byLine = ({ about: _, ...problem }: ContentProblem): ContentProblem => problem;

const describeErrors = (errors: readonly ContentProblem[]): string[] => [
  ...errors.map(describe),
  "",
  `${counted(errors.length, "problem")} found.`,
];

/** Warnings as lines of text. They do not change the exit code of a command. */
const describeWarnings = (warnings: readonly ContentProblem[]): string[] => [
  ...warnings.map(({ message, ...place }) =>
    describe({ ...place, message: `warning: ${message}` }),
  ),
  ...(warnings.length > 0 ? ["", `${counted(warnings.length, "warning")}.`] : []),
];

const compiled = async (
  folder: string,
  { json }: { json?: boolean },
): Promise<{ school: CompiledSchool; warnings: readonly ContentProblem[] }> => {
  const result = await compileSchool(folder);
  const warnings = result.warnings.map(byLine);
  if (result.ok) return { school: result.value, warnings };
  const errors = result.failure.map(byLine);
  if (json) console.log(JSON.stringify({ problems: errors, warnings }, null, 2));
  throw new CommandError([...describeWarnings(warnings), ...describeErrors(errors)].join("\n"));
};

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
const checkContent = async (folder: string, options: { json?: boolean; languages?: boolean }) => {
  const { school, warnings } = await compiled(folder, options);
  const untranslated = options.languages ? findUntranslated(school) : null;
  return {
    data: { problems: [], warnings, ...countsOf(school), ...(untranslated && { untranslated }) },
    text: [
      ...describeWarnings(warnings),
      `No problems found: ${summary(school)}.`,
      ...(untranslated ? [describeUntranslated(untranslated)] : []),
    ].join("\n"),
  };
};

/** Differs from the port of a school, so that both can run. */
const PREVIEW_PORT = 8090;

const describeOutcome = ({ problems, warnings }: PreviewOutcome): string =>
  [
    ...describeWarnings(warnings),
    ...(problems.length > 0 ? describeErrors(problems) : ["The page shows what is saved."]),
  ].join("\n");

const isFolder = async (place: string): Promise<boolean> =>
  (await stat(place).catch(() => null))?.isDirectory() ?? false;

/** Prints what came of a change, unless it is the same as before. */
const printer = () => {
  let last = "";
  return (outcome: PreviewOutcome) => {
    const text = describeOutcome(outcome);
    if (text !== last) console.log(text);
    last = text;
  };
};

/**
 * Shows an author's folder in the browser, as a student sees it, until a signal ends it. Uses no school's
 * database.
 */
const previewContent = async (folder: string, { port }: { port: number }): Promise<void> => {
  if (!(await isFolder(folder))) throw new CommandError(`There is no folder "${folder}".`);
  if (!(await isFolder(WEB_DIR))) {
    throw new CommandError("The web app has not been built yet. Run `npm run build`.");
  }
  const log = new Log("error");
  let preview: Preview;
  try {
    preview = await startPreview({ folder, port, log, webDir: WEB_DIR, onOutcome: printer() });
  } catch (reason) {
    const settings = { port, host: "127.0.0.1", dataDir: "", databaseUrl: null };
    const isTaken = (reason as NodeJS.ErrnoException).code === "EADDRINUSE";
    throw new CommandError(
      isTaken
        ? `Port ${port} is already in use. Choose another one with --port.`
        : startupError(reason, settings),
    );
  }
  console.log(`The preview is open: ${preview.address}/\nPress Ctrl-C to stop it.\n`);
  runUntilSignal(preview);
};

/** Imports an author's folder into the school. A running server loads the new content by itself. */
const importContent = async (
  folder: string,
  environment: Environment,
  options: { json?: boolean },
) => {
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
  return {
    data: {
      changed,
      version,
      warnings,
      ...countsOf(school),
      leftOut,
      converted: minified + converted,
      picturesAsTheyAre: kept,
    },
    text: `${notes.join("")}${done}: ${summary(school)}.`,
  };
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

export const declareContent = (program: SchoolCommand): void => {
  const content = program
    .command("content")
    .description("Check, preview, import, export and roll back content.");
  content
    .command("check")
    .description("List every mistake in an author's folder, by file and line.")
    .argument("<folder>", "the author's folder")
    .option("--languages", "also list what is not translated yet")
    .answerWithoutSettings(checkContent);
  content
    .command("preview")
    .description("Show an author's folder in the browser, and follow what is saved.")
    .argument("<folder>", "the author's folder")
    .option("--port <n>", "the port of the page; 0: any that is free", portNumber, PREVIEW_PORT)
    .start(previewContent);
  content
    .command("import")
    .description("Check an author's folder and import it into the school's database.")
    .argument("<folder>", "the author's folder")
    .answer(importContent);
  content
    .command("export")
    .description("Export content that the desktop app can import without a network.")
    .addArgument(exportPath())
    .option("--course <key>", "only this course; may be given several times", collect, [])
    .option(...ZIP_OPTION)
    .answer(exportContent);
  content
    .command("export-source")
    .description("Export the author's folder of the content, byte for byte as it came in.")
    .addArgument(exportPath())
    .option("--version <n>", "this version in place of the latest one", positiveNumber)
    .option(...ZIP_OPTION)
    .answer(exportSource);
  content
    .command("versions")
    .description("List the versions of the content that can be published again.")
    .answer(listVersions);
  content
    .command("rollback")
    .description("Publish an earlier version of the content again.")
    .addArgument(new Argument("<n>", "the number of the version").argParser(positiveNumber))
    .answer(rollBackContent);
};
