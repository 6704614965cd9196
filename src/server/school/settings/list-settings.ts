import { SCHOOL_SETTINGS, type SchoolSetting } from "../../../domain/school-setting.ts";
import { isFixed } from "./effective-environment.ts";
import { DEFAULT_VARIABLES, type Environment } from "./environment.ts";
import { type ShownValue, shownValue } from "./shown-value.ts";
import type { StoredSettings } from "./stored-settings.ts";

/** Where a value comes from: the environment, the school's own change, or nobody has set it. */
export type SettingSource = "environment" | "school" | "default";

export interface ListedSetting extends ShownValue {
  readonly name: string;
  readonly from: SettingSource;
}

/** Settings of the machine that are shown, too, as they explain what a school does. */
const MACHINE_SETTINGS = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "UPLOADS_DIR",
  "DOWNLOADS_DIR",
  "DATABASE_URL",
  "STORE_URL",
  "STORE_CACHE_MB",
  "TLS_CERT",
  "TLS_KEY",
  "TRUSTED_PROXIES",
  "ALLOWED_ORIGINS",
  "LEAVE_SECONDS",
  "METRICS_TOKEN",
  "LOG_LEVEL",
] as const;

const byDefault = (name: string): ShownValue => ({
  value: DEFAULT_VARIABLES[name] ?? "",
  hasSecret: false,
});

/** A setting that administrators change, as it holds. */
export const listSetting = (
  environment: Environment,
  stored: StoredSettings,
  name: SchoolSetting,
): ListedSetting => {
  const { [name]: given } = environment.given ?? {};
  if (isFixed(environment, name)) {
    const shown = given === undefined ? byDefault(name) : shownValue(name, given);
    return { name, from: "environment", ...shown };
  }
  const own = stored[name];
  if (own === undefined) return { name, from: "default", ...byDefault(name) };
  return { name, from: "school", ...shownValue(name, own) };
};

/** All settings that administrators change. */
export const listSchoolSettings = (
  environment: Environment,
  stored: StoredSettings,
): ListedSetting[] => SCHOOL_SETTINGS.map((name) => listSetting(environment, stored, name));

/** The settings of the machine, which nobody changes while the school is served. */
export const listMachineSettings = ({ given = {} }: Environment): ListedSetting[] =>
  MACHINE_SETTINGS.map((name) => {
    const value = given[name];
    return value === undefined
      ? { name, from: "default", ...byDefault(name) }
      : { name, from: "environment", ...shownValue(name, value) };
  });
