import path from "node:path";
import * as v from "valibot";
import { Result } from "../lib/result.ts";
import type { TlsFiles } from "./tls.ts";

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, "PORT must be a number from 0 to 65535"),
  v.transform(Number),
  v.maxValue(65_535, "PORT must be a number from 0 to 65535"),
);

const MAX_DAYS = 3650;

/** A number of days, at least one. */
const days = (name: string) => {
  const message = `${name} must be a number of days from 1 to ${MAX_DAYS}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(MAX_DAYS, message),
  );
};

const address = (name: string, schemes: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((value) => {
      const url = URL.parse(value);
      return url !== null && schemes.includes(url.protocol);
    }, `${name} must be an address such as ${example}`),
  );

/** Origins as a browser writes them: `https://school.example`, without a path. */
const origins = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(",")
      .map((origin) => origin.trim().replace(/\/+$/, ""))
      .filter(Boolean),
  ),
  v.everyItem((origin) => {
    const url = URL.parse(origin);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === origin;
  }, "ALLOWED_ORIGINS must be addresses such as https://school.example, separated by commas"),
);

const settings = v.object({
  PORT: v.optional(port, "8080"),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty("HOST must not be empty")), "127.0.0.1"),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty("DATA_DIR must not be empty")), "./data"),
  DOWNLOADS_DIR: v.optional(v.string()),
  DATABASE_URL: v.optional(
    address("DATABASE_URL", ["postgres:", "postgresql:"], "postgres://user@host/school"),
  ),
  SMTP_URL: v.optional(address("SMTP_URL", ["smtp:", "smtps:"], "smtp://user:password@host:587")),
  PUBLIC_URL: v.optional(address("PUBLIC_URL", ["http:", "https:"], "https://school.example")),
  TLS_CERT: v.optional(v.string()),
  TLS_KEY: v.optional(v.string()),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, "TRUSTED_PROXIES must be the number of proxies, such as 2"),
      v.transform(Number),
    ),
  ),
  TRUST_PROXY: v.optional(v.picklist(["0", "1"], "TRUST_PROXY must be 0 or 1"), "0"),
  ALLOWED_ORIGINS: v.optional(origins, ""),
  CONTENT_KEPT_DAYS: v.optional(days("CONTENT_KEPT_DAYS"), "7"),
  LOG_LEVEL: v.optional(
    v.picklist(
      ["debug", "info", "warn", "error", "silent"],
      "LOG_LEVEL must be debug, info, warn, error or silent",
    ),
    "info",
  ),
});

const together = v.pipe(
  settings,
  v.check(
    ({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined),
    "Set both TLS_CERT and TLS_KEY (or --cert and --key), or neither",
  ),
);

export interface Environment {
  port: number;
  /** The address to listen on. */
  host: string;
  /** An absolute path. */
  dataDir: string;
  /**
   * The folder with the desktop app's installers, an absolute path; absent: `dataDir/downloads`.
   */
  downloadsDir?: string;
  databaseUrl: string | null;
  smtpUrl: string | null;
  /** The school's public address without a trailing slash; null: host and port. */
  publicUrl: string | null;
  /** The certificate for TLS; absent: plain HTTP. */
  tls?: TlsFiles;
  /** How many proxies before the school set `X-Forwarded-For`; absent: none. */
  trustedProxies?: number;
  /** Origins whose pages may call the school and show it in a frame; absent: none. */
  allowedOrigins?: string[];
  /** For how long content files are kept that nothing names; absent: a week. */
  contentKeptDays?: number;
  logLevel: v.InferOutput<typeof settings>["LOG_LEVEL"];
}

/**
 * Decodes the environment variables. An empty variable counts as absent.
 * @returns the settings, or a sentence that says what is wrong
 */
export const readEnvironment = (
  variables: Record<string, string | undefined>,
): Result<Environment, string> => {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = v.safeParse(together, given);
  if (!result.success) {
    return Result.fail(result.issues.map((issue) => `${issue.message}.`).join("\n"));
  }
  const { output } = result;
  return Result.ok({
    port: output.PORT,
    host: output.HOST,
    dataDir: path.resolve(output.DATA_DIR),
    ...(output.DOWNLOADS_DIR && { downloadsDir: path.resolve(output.DOWNLOADS_DIR) }),
    databaseUrl: output.DATABASE_URL ?? null,
    smtpUrl: output.SMTP_URL ?? null,
    publicUrl: output.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    ...(output.TLS_CERT &&
      output.TLS_KEY && {
        tls: { certFile: path.resolve(output.TLS_CERT), keyFile: path.resolve(output.TLS_KEY) },
      }),
    trustedProxies: output.TRUSTED_PROXIES ?? Number(output.TRUST_PROXY),
    allowedOrigins: output.ALLOWED_ORIGINS,
    contentKeptDays: output.CONTENT_KEPT_DAYS,
    logLevel: output.LOG_LEVEL,
  });
};
