import { Argument, type Command } from "commander";
import { checkContent, importContent } from "./content-commands.ts";
import { exportContent } from "./export-command.ts";
import { collect, JSON_OPTION, notEmpty, portNumber, positiveNumber, type Run } from "./options.ts";
import { PREVIEW_PORT, previewContent } from "./preview-command.ts";
import { exportSource, listVersions, rollBackContent } from "./source-commands.ts";

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
