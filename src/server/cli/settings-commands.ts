import type { Command } from "commander";
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
import { CommandError, UsageError, withDatabase } from "./command-context.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { JSON_OPTION, type Run } from "./options.ts";
import { inColumns, type JsonOption, printResult, readLine } from "./terminal.ts";

/** The settings of a school, below the help of `serve`. */
export const SETTINGS = `
Environment variables:
  PORT               the port to listen on (8080)
  HOST               the address to listen on (127.0.0.1)
  DATA_DIR           the folder of the database and files (./data)
  UPLOADS_DIR        the folder of what people send (DATA_DIR/uploads)
  UPLOADS_RESERVE    the percentage of the disks that uploads leave free (5)
  ACCOUNT_STORAGE_MB, ACCOUNT_MESSAGES, ACCOUNT_HAND_INS, ACCOUNT_NOTES,
  ACCOUNT_TABLES     what one account may store (200 MB, 10000, 2000, 5000, 200)
  WRITES_PER_MINUTE, REQUESTS_AT_ONCE
                     what one account may do (300, 8); 0 is no limit
  DATABASE_URL       a PostgreSQL database, instead of SQLite in DATA_DIR
  STORE_URL          an S3-compatible bucket for files, instead of DATA_DIR, such as
                     s3://BUCKET?endpoint=https://s3.example.com&region=eu-central-1
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY
                     the keys of STORE_URL
  STORE_CACHE_MB     what this server keeps of the bucket in DATA_DIR/cache (1024)
  DOWNLOADS_DIR      the folder of the desktop app's packages (DATA_DIR/downloads)
  PUBLIC_URL         the address that students use, for links in mail
  SMTP_URL           the mail server (without it, mail is written to DATA_DIR/outbox)
  TLS_CERT, TLS_KEY  the same as --cert and --key
  TRUSTED_PROXIES    how many proxies that set X-Forwarded-For stand before the school (0)
  ALLOWED_ORIGINS    your own sites that may embed the app and call the school
  CONTENT_KEPT_DAYS  how long files stay that the content no longer names (7)
  AUDIT_KEPT_DAYS    how long the list of changes is kept (365)
  LEAVE_SECONDS      how long /ready says that the server leaves, before it stops (0)
  ONE_DEVICE         who uses an account on one device at a time: everyone, students, nobody
                     (everyone)
  SECOND_FACTOR      staff: tutors and above need one; optional: they choose (optional)
  METRICS_TOKEN      the token for /metrics (without it there is no such page)
  OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET, OPENID_NAME, OPENID_SCOPES,
  OPENID_PEOPLE, OPENID_LEVEL_CLAIM, OPENID_COURSES_CLAIM, OPENID_COURSES_MONTHS,
  OPENID_COURSES_UNTIL
                     the school's own accounts, see src/server/accounts.md
  LOG_LEVEL          debug, info, warn, error or silent (info)`;

const NAMES = new Set(SETTINGS.match(/\b[A-Z][A-Z_]+\b(?=,| {2}|\n)/g));

/** @returns the setting that an option such as `--port` may mean; null if there is none */
export const settingLike = (option: string): string | null => {
  const name = option.replace(/^--/, "").replaceAll("-", "_").toUpperCase();
  return NAMES.has(name) ? name : null;
};

const SOURCES: Record<SettingSource, string> = {
  environment: "environment",
  school: "school settings set",
  default: "default",
};

/** Lists all settings with where each is set; secrets are left out. */
const listSettings = async (options: JsonOption, environment: Environment): Promise<number> => {
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
const setSetting = async (
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
const unsetSetting = async (
  given: string,
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const name = schoolSetting(given);
  await change(name, null, environment);
  printResult(options, { name }, `${name} has its default again.`);
  return 0;
};

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
