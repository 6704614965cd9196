import type { Command } from "commander";
import { JSON_OPTION, type Run } from "./options.ts";
import { listSettings, setSetting, unsetSetting } from "./settings-commands.ts";

/** Declares the commands `settings …`. */
export const declareSettings = (program: Command, run: Run): void => {
  const settings = program
    .command("settings")
    .description("List and change the school's settings while it is served.");
  settings
    .command("list")
    .description("List all settings, and where each is set. Secrets are left out.")
    .option(...JSON_OPTION)
    .action(run(listSettings));
  settings
    .command("set")
    .description("Change a setting. A server that is running uses it within seconds.")
    .argument("<name>", "such as SMTP_URL")
    .argument("[value]", "its new value")
    .option("--stdin", "read the value from the first line of standard input", false)
    .option(...JSON_OPTION)
    .action(run(setSetting));
  settings
    .command("unset")
    .description("Let a setting have its default again.")
    .argument("<name>", "such as SMTP_URL")
    .option(...JSON_OPTION)
    .action(run(unsetSetting));
};
