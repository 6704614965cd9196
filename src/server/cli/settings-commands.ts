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
import { CommandError, UsageError } from "./errors.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { inColumns } from "./in-columns.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { readLine } from "./read-line.ts";
import { withDatabase } from "./with-database.ts";

const SOURCES: Record<SettingSource, string> = {
  environment: "environment",
  school: "school settings set",
  default: "default",
};

/** Lists all settings with where each is set; secrets are left out. */
export const listSettings = async (
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
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
  printResult(options, settings, inColumns(rows));
  return 0;
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
export const setSetting = async (
  given: string,
  value: string | undefined,
  options: JsonOption & { stdin: boolean },
  environment: Environment,
): Promise<number> => {
  const name = schoolSetting(given);
  if ((value === undefined) !== options.stdin) {
    throw new UsageError("Name the value, or use --stdin, not both.");
  }
  const text = value ?? (await readLine());
  if (text.trim() === "") throw new UsageError(`The value is empty. Use "settings unset ${name}".`);
  await change(name, text, environment);
  printResult(options, { name }, `Set ${name}. Servers that are running use it within seconds.`);
  return 0;
};

/** Lets a setting have its default again. */
export const unsetSetting = async (
  given: string,
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const name = schoolSetting(given);
  await change(name, null, environment);
  printResult(options, { name }, `${name} has its default again.`);
  return 0;
};
