import { type Command, Option } from "commander";
import { JSON_OPTION, type Run } from "./options.ts";
import { checkStore, migrateStore } from "./store-commands.ts";

/** Declares the commands about the place of the school's files. */
export const declareStore = (program: Command, run: Run): void => {
  const store = program
    .command("store")
    .description("Check and move the files of the content and those that people have sent.");
  store
    .command("check")
    .description("List files that are missing or damaged, on the disk or in the bucket.")
    .option(
      "--bytes",
      "also read all bytes of the bucket, instead of asking for size and tag",
      false,
    )
    .option(...JSON_OPTION)
    .action(run(checkStore));
  store
    .command("migrate")
    .description("Move all files to the bucket of STORE_URL, or back. The server may be running.")
    .addOption(new Option("--to <place>", "bucket or disk").choices(["bucket", "disk"]))
    .option(...JSON_OPTION)
    .action(run(migrateStore));
};
