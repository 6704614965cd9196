import path from "node:path";
import * as v from "valibot";
import { BACKUP_TIMES } from "../../../domain/school-setting.ts";
import { DEVICE_RULES } from "../../../domain/session-expiry.ts";
import { Result } from "../../../lib/result.ts";
import { DEFAULT_LIMITS, type Limits } from "../../accounts/account-limits.ts";
import {
  openIdMistake,
  openIdVariables,
  readOpenIdSettings,
} from "../../accounts/openid/openid-settings.ts";
import { hasStoreKeys, readStoreSettings, storeVariables } from "../../store/store-settings.ts";
import { address, days, limit, origins, port, wholeNumber } from "./setting-fields.ts";

const THRESHOLD = "MALLOC_MMAP_THRESHOLD_";

/**
 * Settings of glibc's malloc.
 *
 * It raises its mmap threshold to the size of the largest freed block, and a password hash uses
 * a block of 19 MiB: after a few sign-ins every thread would keep that much memory. With a fixed
 * threshold such blocks return to the system at once.
 *
 * Each thread keeps freed memory for itself. One arena for all threads saves 13 MB with ten thousand
 * students, and no time: only the main thread allocates much.
 */
const MALLOC_SETTINGS = { [THRESHOLD]: "1048576", MALLOC_ARENA_MAX: "1" };

/**
 * V8 collects garbage when the heap has grown to several times what is in use. With these it does so
 * earlier: ten thousand students take 320 MB in place of 400, for a tenth more processor time.
 */
const V8_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=20"];

/**
 * Restarts the program on Linux with settings for less memory. They are read at the start of a process,
 * so the process replaces itself (exec) and keeps its id. Returns if they are already set.
 */
export const restartWithLessMemory = (): void => {
  const { env, execPath, execArgv, argv, platform } = process;
  if (platform !== "linux" || env[THRESHOLD] !== undefined || !process.execve) return;
  process.execve(execPath, [execPath, ...V8_FLAGS, ...execArgv, ...argv.slice(1)], {
    ...env,
    ...MALLOC_SETTINGS,
  });
};

const MEBIBYTE = 1024 * 1024;

const MAX_BACKUPS = 50;
const BACKUPS_RULE = `BACKUPS_KEPT must be a whole number from 1 to ${MAX_BACKUPS}`;

/** The environment variables of a school. */
const settings = v.object({
  ...openIdVariables,
  PORT: v.optional(port, "8080"),
  HOST: v.optional(v.string(), "127.0.0.1"),
  DATA_DIR: v.optional(v.string(), "./data"),
  DOWNLOADS_DIR: v.optional(v.string()),
  UPLOADS_DIR: v.optional(v.string()),
  UPLOADS_RESERVE: v.optional(
    wholeNumber(90, "UPLOADS_RESERVE must be a percentage from 0 to 90"),
    "5",
  ),
  ACCOUNT_STORAGE_MB: limit("ACCOUNT_STORAGE_MB", DEFAULT_LIMITS.storageBytes / MEBIBYTE),
  ACCOUNT_MESSAGES: limit("ACCOUNT_MESSAGES", DEFAULT_LIMITS.messages),
  ACCOUNT_HAND_INS: limit("ACCOUNT_HAND_INS", DEFAULT_LIMITS.handIns),
  ACCOUNT_NOTES: limit("ACCOUNT_NOTES", DEFAULT_LIMITS.notes),
  ACCOUNT_TABLES: limit("ACCOUNT_TABLES", DEFAULT_LIMITS.tables),
  WRITES_PER_MINUTE: limit("WRITES_PER_MINUTE", DEFAULT_LIMITS.writesPerMinute),
  REQUESTS_AT_ONCE: limit("REQUESTS_AT_ONCE", DEFAULT_LIMITS.requestsAtOnce),
  DATABASE_URL: v.optional(
    address("DATABASE_URL", ["postgres:", "postgresql:"], "postgres://user@host/school"),
  ),
  ...storeVariables,
  SMTP_URL: v.optional(address("SMTP_URL", ["smtp:", "smtps:"], "smtp://user:password@host:587")),
  PUBLIC_URL: v.optional(address("PUBLIC_URL", ["http:", "https:"], "https://school.example")),
  TLS_CERT: v.optional(v.string()),
  TLS_KEY: v.optional(v.string()),
  TRUSTED_PROXIES: v.optional(
    wholeNumber(99, "TRUSTED_PROXIES must be the number of proxies, such as 2"),
    "0",
  ),
  ALLOWED_ORIGINS: v.optional(origins, ""),
  CONTENT_KEPT_DAYS: v.optional(days("CONTENT_KEPT_DAYS"), "7"),
  AUDIT_KEPT_DAYS: v.optional(days("AUDIT_KEPT_DAYS"), "365"),
  BACKUP_TIMES: v.optional(
    v.picklist(BACKUP_TIMES, `BACKUP_TIMES must be one of ${BACKUP_TIMES.join(", ")}`),
    "never",
  ),
  BACKUP_HOUR: v.optional(wholeNumber(23, "BACKUP_HOUR must be an hour from 0 to 23"), "3"),
  BACKUPS_KEPT: v.optional(
    v.pipe(wholeNumber(MAX_BACKUPS, BACKUPS_RULE), v.minValue(1, BACKUPS_RULE)),
    "7",
  ),
  LEAVE_SECONDS: v.optional(
    wholeNumber(300, "LEAVE_SECONDS must be a number of seconds from 0 to 300"),
    "0",
  ),
  ONE_DEVICE: v.optional(
    v.picklist(DEVICE_RULES, "ONE_DEVICE must be everyone, students or nobody"),
    "everyone",
  ),
  SECOND_FACTOR: v.optional(
    v.picklist(["optional", "staff"], "SECOND_FACTOR must be optional or staff"),
    "optional",
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[\w.~+/=-]{16,}$/,
        "METRICS_TOKEN must have at least 16 letters, digits or .~+/=-_",
      ),
    ),
  ),
  LOG_LEVEL: v.optional(
    v.picklist(
      ["debug", "info", "warn", "error", "silent"],
      "LOG_LEVEL must be debug, info, warn, error or silent",
    ),
    "info",
  ),
});

const environmentSchema = v.pipe(
  settings,
  v.check(
    ({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined),
    "Set both TLS_CERT and TLS_KEY (or --cert and --key), or neither",
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed && openIdMistake(dataset.value);
    if (message) addIssue({ message });
  }),
  v.check(
    (given) => hasStoreKeys(given),
    "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY together with STORE_URL",
  ),
);

/** The values that variables have if nothing sets them, as texts by name. */
export const DEFAULT_VARIABLES: Readonly<Record<string, string | undefined>> =
  v.getDefaults(settings);

/** Where a school's files are. */
export type SchoolFolders = Pick<Environment, "dataDir" | "uploadsDir">;

/** The folder of what people send. */
export const uploadsDirOf = ({
  dataDir,
  uploadsDir = path.join(dataDir, "uploads"),
}: SchoolFolders): string => uploadsDir;

interface VariableProblem {
  /** Null for what several variables do not have in common. */
  readonly name: string | null;
  /** A sentence. */
  readonly message: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Decodes variables. An empty one counts as absent. */
export const decodeVariables = (variables: Variables): Result<Environment, VariableProblem[]> => {
  const named = Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
    ),
  );
  const result = v.safeParse(environmentSchema, named);
  if (!result.success) {
    return Result.fail(
      result.issues.map((issue) => ({
        name: v.getDotPath(issue),
        message: `${issue.message}.`,
      })),
    );
  }
  return Result.ok(environmentOf(result.output, named));
};

/** @param named the variables, by name */
const environmentOf = (
  output: v.InferOutput<typeof settings>,
  named: Readonly<Record<string, string>>,
) => {
  const openId = readOpenIdSettings(output);
  return {
    port: output.PORT,
    /** The address to listen on. */
    host: output.HOST,
    /** Folders are absolute paths. */
    dataDir: path.resolve(output.DATA_DIR),
    /** The folder with the desktop app's installers; absent: `dataDir/downloads`. */
    ...(output.DOWNLOADS_DIR && { downloadsDir: path.resolve(output.DOWNLOADS_DIR) }),
    /** The folder of what people send; absent: `dataDir/uploads`. */
    ...(output.UPLOADS_DIR && { uploadsDir: path.resolve(output.UPLOADS_DIR) }),
    /** The percentage of the disks that uploads leave free. */
    uploadsReserve: output.UPLOADS_RESERVE,
    /** What each account may use. */
    limits: {
      storageBytes: output.ACCOUNT_STORAGE_MB * MEBIBYTE,
      messages: output.ACCOUNT_MESSAGES,
      handIns: output.ACCOUNT_HAND_INS,
      notes: output.ACCOUNT_NOTES,
      tables: output.ACCOUNT_TABLES,
      writesPerMinute: output.WRITES_PER_MINUTE,
      requestsAtOnce: output.REQUESTS_AT_ONCE,
    } satisfies Limits,
    /** Null: SQLite in `dataDir`. */
    databaseUrl: output.DATABASE_URL ?? null,
    ...readStoreSettings(output),
    smtpUrl: output.SMTP_URL ?? null,
    /** The school's public address without a trailing slash; null: host and port. */
    publicUrl: output.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    /** The certificate for TLS; absent: plain HTTP. */
    ...(output.TLS_CERT &&
      output.TLS_KEY && {
        tls: { certFile: path.resolve(output.TLS_CERT), keyFile: path.resolve(output.TLS_KEY) },
      }),
    /** How many proxies before the school set `X-Forwarded-For`. */
    trustedProxies: output.TRUSTED_PROXIES,
    /** Origins whose pages may call the school and show it in a frame. */
    allowedOrigins: output.ALLOWED_ORIGINS,
    /** For how long content files are kept that nothing names. */
    contentKeptDays: output.CONTENT_KEPT_DAYS,
    /** For how many days the list of changes is kept. */
    auditKeptDays: output.AUDIT_KEPT_DAYS,
    /** When the school makes backups by itself. */
    backupTimes: output.BACKUP_TIMES,
    /** The hour on the school's clocks, 0 to 23. */
    backupHour: output.BACKUP_HOUR,
    backupsKept: output.BACKUPS_KEPT,
    /** How long the server goes on while `/ready` already says that it leaves. */
    leaveSeconds: output.LEAVE_SECONDS,
    /** Whose account is used on one device at a time. */
    oneDevice: output.ONE_DEVICE,
    /** Whether tutors and above must sign in with a second factor. Otherwise each of them chooses. */
    requiresSecondFactor: output.SECOND_FACTOR === "staff",
    /** With this token a monitoring system reads `/metrics`; absent: there is no such page. */
    ...(output.METRICS_TOKEN && { metricsToken: output.METRICS_TOKEN }),
    /** How people sign in with the school's own accounts; absent: they do not. */
    ...(openId && { openId }),
    logLevel: output.LOG_LEVEL,
    /** The variables as they are given, by name: administrators cannot change them. */
    given: Object.fromEntries(Object.entries(named).filter(([name]) => name in settings.entries)),
  };
};

export type Environment = ReturnType<typeof environmentOf> & {
  /** For how long a write waits for a store that is away, in milliseconds; absent: 20 s. */
  readonly storeRetryMs?: number;
};

/** The settings of a school for which nothing is set. */
export const DEFAULT_ENVIRONMENT: Environment = environmentOf(v.parse(settings, {}), {});

/**
 * Decodes the environment variables.
 * @returns the settings, or a sentence that says what is wrong
 */
export const readEnvironment = (variables: Variables): Result<Environment, string> => {
  const decoded = decodeVariables(variables);
  if (decoded.ok) return decoded;
  return Result.fail(decoded.failure.map(({ message }) => message).join("\n"));
};
