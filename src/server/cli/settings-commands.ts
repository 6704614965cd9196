import { COMMAND } from "../../domain/audit.ts";
import { isSchoolSetting, type SchoolSetting } from "../../domain/school-setting.ts";
import { endSessionsOfStaff } from "../accounts/second-factor/second-factor-rows.ts";
import { changeSettings } from "../school/settings/change-settings.ts";
import type { Environment } from "../school/settings/environment.ts";
import {
  listMachineSettings,
  listSchoolSettings,
  type SettingSource,
} from "../school/settings/list-settings.ts";
import { lockSettings, readStoredSettings } from "../school/settings/stored-settings.ts";
import { withDatabase } from "./command-context.ts";
import type { SchoolCommand } from "./school-command.ts";
import { CommandError, escapeForTerminal, inColumns, readLine, UsageError } from "./terminal.ts";

const SOURCES: Record<SettingSource, string> = {
  environment: "environment",
  school: "school settings set",
  default: "default",
};

/** Lists all settings with where each is set; secrets are left out. */
const listSettings = async (environment: Environment) => {
  const stored = await withDatabase(environment, ({ read }) => readStoredSettings(read));
  const settings = [
    ...listSchoolSettings(environment, stored).map((setting) => ({
      ...setting,
      isFixed: setting.from === "environment",
    })),
    ...listMachineSettings(environment).map((setting) => ({ ...setting, isFixed: true })),
  ];
  const rows = settings.map(({ name, value, hasSecret, from }) => [
    name,
    escapeForTerminal(value) || (hasSecret ? "(secret)" : ""),
    SOURCES[from],
  ]);
  return { data: settings, text: inColumns(rows) };
};

const change = async (
  name: SchoolSetting,
  value: string | null,
  environment: Environment,
): Promise<void> => {
  const now = Date.now();
  const problems = await withDatabase(environment, ({ write }) =>
    write(async (db) => {
      await lockSettings(db, now);
      const found = await changeSettings(db, environment, COMMAND, now, { [name]: value });
      if (found.length === 0 && name === "SECOND_FACTOR" && value === "staff") {
        await endSessionsOfStaff(db);
      }
      return found;
    }),
  );
  if (problems.length > 0) throw new CommandError(problems.map((one) => one.message).join("\n"));
};

const schoolSetting = (name: string): SchoolSetting => {
  if (isSchoolSetting(name)) return name;
  throw new UsageError(
    `"${escapeForTerminal(name)}" is no setting that is changed here. "settings list" lists them.`,
  );
};

/** Changes a setting. Servers that are running use it within seconds. */
const setSetting = async (
  given: string,
  value: string | undefined,
  environment: Environment,
  options: { stdin: boolean },
) => {
  const name = schoolSetting(given);
  if ((value === undefined) !== options.stdin) {
    throw new UsageError("Name the value, or use --stdin, not both.");
  }
  const text = value ?? (await readLine());
  if (text.trim() === "") throw new UsageError(`The value is empty. Use "settings unset ${name}".`);
  await change(name, text, environment);
  return { data: { name }, text: `Set ${name}. Servers that are running use it within seconds.` };
};

const unsetSetting = async (given: string, environment: Environment) => {
  const name = schoolSetting(given);
  await change(name, null, environment);
  return { data: { name }, text: `${name} has its default again.` };
};

export const declareSettings = (program: SchoolCommand): void => {
  const settings = program
    .command("settings")
    .description("List and change the school's settings while it is served.");
  settings
    .command("list")
    .description("List all settings, and where each is set. Secrets are left out.")
    .answer(listSettings);
  settings
    .command("set")
    .description("Change a setting. A server that is running uses it within seconds.")
    .argument("<name>", "such as SMTP_URL")
    .argument("[value]", "its new value")
    .option("--stdin", "read the value from the first line of standard input", false)
    .answer(setSetting);
  settings
    .command("unset")
    .description("Let a setting have its default again.")
    .argument("<name>", "such as SMTP_URL")
    .answer(unsetSetting);
};
