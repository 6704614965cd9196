import type { Kysely } from "kysely";
import type { SchoolSetting } from "../../../domain/school-setting.ts";
import type { Limits } from "../../accounts/account-limits.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { decodeVariables, type Environment } from "./environment.ts";
import { readStoredSettings, type StoredSettings } from "./stored-settings.ts";

type Limit = Extract<SchoolSetting, `ACCOUNT_${string}` | "WRITES_PER_MINUTE" | "REQUESTS_AT_ONCE">;
type OfOpenId = Extract<SchoolSetting, `OPENID_${string}`>;

/** The limit that each setting changes. */
const LIMITS = {
  ACCOUNT_STORAGE_MB: "storageBytes",
  ACCOUNT_MESSAGES: "messages",
  ACCOUNT_HAND_INS: "handIns",
  ACCOUNT_NOTES: "notes",
  ACCOUNT_TABLES: "tables",
  WRITES_PER_MINUTE: "writesPerMinute",
  REQUESTS_AT_ONCE: "requestsAtOnce",
} as const satisfies Record<Limit, keyof Limits>;

/** The field of the environment that each other setting changes. */
const FIELDS = {
  PUBLIC_URL: "publicUrl",
  SMTP_URL: "smtpUrl",
  ONE_DEVICE: "oneDevice",
  SECOND_FACTOR: "requiresSecondFactor",
  UPLOADS_RESERVE: "uploadsReserve",
  CONTENT_KEPT_DAYS: "contentKeptDays",
  AUDIT_KEPT_DAYS: "auditKeptDays",
  BACKUP_TIMES: "backupTimes",
  BACKUP_HOUR: "backupHour",
  BACKUPS_KEPT: "backupsKept",
} as const satisfies Record<Exclude<SchoolSetting, Limit | OfOpenId>, keyof Environment>;

const isLimit = (name: string): name is Limit => Object.hasOwn(LIMITS, name);
const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name);

/**
 * Whether the environment sets it, so that administrators cannot. The settings of OpenID Connect are for one
 * provider: all of them come from the same place.
 */
export const isFixed = ({ given }: Environment, name: SchoolSetting): boolean =>
  name.startsWith("OPENID_")
    ? Object.keys(given).some((other) => other.startsWith("OPENID_"))
    : Object.hasOwn(given, name);

/** Decodes what is stored and not fixed, leaving out what a newer rule refuses. */
const decodeStored = (environment: Environment, stored: StoredSettings) => {
  const free = Object.entries(stored).filter(
    ([name]) => !isFixed(environment, name as SchoolSetting),
  );
  const decoded = decodeVariables(Object.fromEntries(free));
  if (decoded.ok) return { settings: decoded.value, names: free.map(([name]) => name) };
  const refused = new Set(decoded.failure.map(({ name }) => name));
  const left = free.filter(
    ([name]) => !refused.has(name) && (!refused.has(null) || !name.startsWith("OPENID_")),
  );
  const again = decodeVariables(Object.fromEntries(left));
  return again.ok ? { settings: again.value, names: left.map(([name]) => name) } : null;
};

/** The settings that hold: those of the environment, and for all others those of the school. */
const withStored = (environment: Environment, stored: StoredSettings): Environment => {
  const decoded = decodeStored(environment, stored);
  if (!decoded) return environment;
  const { settings, names } = decoded;
  return {
    ...environment,
    ...Object.fromEntries(
      names.filter(isField).map((name) => [FIELDS[name], settings[FIELDS[name]]]),
    ),
    limits: {
      ...environment.limits,
      ...Object.fromEntries(
        names.filter(isLimit).map((name) => [LIMITS[name], settings.limits[LIMITS[name]]]),
      ),
    },
    ...(settings.openId && { openId: settings.openId }),
  };
};

/** Reads the settings that hold at this moment. */
export const effectiveEnvironment = async (
  environment: Environment,
  db: Kysely<Tables>,
): Promise<Environment> => withStored(environment, await readStoredSettings(db));

/** The settings that hold while a server runs. Administrators change some of them meanwhile. */
export class LiveSettings {
  readonly #read: Database["read"];
  /** As the environment has them. */
  readonly environment: Environment;
  #stored = "";
  #current: Environment;

  private constructor(read: Database["read"], environment: Environment) {
    this.#read = read;
    this.environment = environment;
    this.#current = environment;
  }

  static async open(
    { read }: Pick<Database, "read">,
    environment: Environment,
  ): Promise<LiveSettings> {
    const settings = new LiveSettings(read, environment);
    await settings.refresh();
    return settings;
  }

  get current(): Environment {
    return this.#current;
  }

  /** Reads the settings again. @returns whether any has changed */
  async refresh(): Promise<boolean> {
    const stored = await readStoredSettings(this.#read);
    const text = JSON.stringify(stored);
    if (text === this.#stored) return false;
    this.#stored = text;
    this.#current = withStored(this.environment, stored);
    return true;
  }
}
