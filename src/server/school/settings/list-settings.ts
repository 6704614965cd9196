import { SCHOOL_SETTINGS, type SchoolSetting } from "../../../domain/school-setting.ts";
import { DEFAULT_VARIABLES, type Environment } from "./environment.ts";
import { isFixed } from "./live-settings.ts";
import type { StoredSettings } from "./stored-settings.ts";

/** Settings that are secrets as a whole. */
const SECRETS: ReadonlySet<string> = new Set([
  "OPENID_CLIENT_SECRET",
  "METRICS_TOKEN",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
]);
/** Addresses that may contain a password. */
const ADDRESSES: ReadonlySet<string> = new Set(["SMTP_URL", "DATABASE_URL"]);
/** Names under which a password may stand in the query of such an address. */
const PASSWORDS = ["pass", "password"];

/** A setting as others may see it. */
interface ShownValue {
  /** Without what is secret. */
  readonly value: string;
  /** Whether there is something secret. */
  readonly hasSecret: boolean;
}

const withoutPassword = (address: string): ShownValue => {
  const url = URL.parse(address);
  if (!url) return { value: "", hasSecret: true };
  const secrets = [url.password, ...PASSWORDS.map((name) => url.searchParams.get(name) ?? "")];
  if (secrets.every((secret) => secret === "")) return { value: address, hasSecret: false };
  url.password = "";
  for (const name of PASSWORDS) url.searchParams.delete(name);
  return { value: url.href, hasSecret: true };
};

/** The value of a setting without what is secret in it. */
export const shownValue = (name: string, value: string): ShownValue => {
  if (SECRETS.has(name)) return { value: "", hasSecret: value !== "" };
  return ADDRESSES.has(name) ? withoutPassword(value) : { value, hasSecret: false };
};

/** The address with a password; the same address if the password is empty. */
export const withPassword = (address: string, password: string): string => {
  const url = URL.parse(address);
  if (!url || password === "") return address;
  url.password = encodeURIComponent(password);
  return url.href;
};

/** The password of an address; empty if there is none. */
export const passwordOf = (address: string): string => {
  const password = URL.parse(address)?.password ?? "";
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
};

/**
 * Whether two addresses lead to the same account of the same server in the same way, so that the password of
 * one may be sent to the other. The options say whether the line is encrypted and whose certificate is taken.
 */
export const isSameAccount = (one: string, other: string): boolean => {
  const parts = [one, other].map((address) => {
    const { protocol, host, username, searchParams } = URL.parse(address) ?? {};
    for (const name of PASSWORDS) searchParams?.delete(name);
    searchParams?.sort();
    return JSON.stringify([protocol, host, username, String(searchParams)]);
  });
  return parts[0] === parts[1];
};

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
  const { [name]: given } = environment.given;
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
export const listMachineSettings = ({ given }: Environment): ListedSetting[] =>
  MACHINE_SETTINGS.map((name) => {
    const value = given[name];
    return value === undefined
      ? { name, from: "default", ...byDefault(name) }
      : { name, from: "environment", ...shownValue(name, value) };
  });
