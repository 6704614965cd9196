import path from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/server/accounts/account-limits.ts";
import { readEnvironment, uploadsDirOf } from "../../../src/server/school/settings/environment.ts";

const read = (variables: Record<string, string | undefined>) => {
  const result = readEnvironment(variables);
  if (!result.ok) return result.failure;
  const { given: _, ...settings } = result.value;
  return settings;
};

const DEFAULTS = {
  ...{ port: 8080, host: "127.0.0.1", dataDir: path.resolve("data"), uploadsReserve: 5 },
  ...{ limits: DEFAULT_LIMITS, databaseUrl: null, smtpUrl: null, publicUrl: null },
  ...{ trustedProxies: 0, allowedOrigins: [], contentKeptDays: 7, auditKeptDays: 365 },
  ...{
    leaveSeconds: 0,
    oneDevice: "everyone",
    requiresSecondFactor: false,
    storeCacheMb: 1024,
    logLevel: "info",
  },
  ...{ backupHour: 3, backupTimes: "never", backupsKept: 7 },
};

test.each([{}, { PORT: "", DATABASE_URL: "", TLS_CERT: "", HOST: undefined }])(
  "the settings of a school have defaults for everything that is absent or empty: %j",
  (variables) => {
    expect(read(variables)).toEqual(DEFAULTS);
  },
);

test("the settings of a school are taken as they are given, with absolute folders", () => {
  expect(
    read({
      PORT: "0",
      HOST: "0.0.0.0",
      DATA_DIR: "school",
      DOWNLOADS_DIR: "apps",
      UPLOADS_DIR: "sent",
      UPLOADS_RESERVE: "90",
      ACCOUNT_STORAGE_MB: "3",
      ACCOUNT_MESSAGES: "1",
      ACCOUNT_HAND_INS: "2",
      ACCOUNT_NOTES: "0",
      ACCOUNT_TABLES: "4",
      WRITES_PER_MINUTE: "5",
      REQUESTS_AT_ONCE: "999999999",
      DATABASE_URL: "postgres://school@db/school",
      SMTP_URL: "smtps://user:password@host:465",
      PUBLIC_URL: "https://school.example/learning//",
      TLS_CERT: "cert.pem",
      TLS_KEY: "key.pem",
      ALLOWED_ORIGINS: " https://one.example , http://two.example:8080/ ,",
      CONTENT_KEPT_DAYS: "3650",
      LEAVE_SECONDS: "300",
      ONE_DEVICE: "students",
      SECOND_FACTOR: "staff",
      METRICS_TOKEN: "0123456789abcdef",
      LOG_LEVEL: "silent",
    }),
  ).toEqual({
    ...DEFAULTS,
    ...{ port: 0, host: "0.0.0.0", dataDir: path.resolve("school"), uploadsReserve: 90 },
    ...{ downloadsDir: path.resolve("apps"), uploadsDir: path.resolve("sent") },
    limits: {
      ...{ storageBytes: 3 * 1024 * 1024, messages: 1, handIns: 2, notes: 0, tables: 4 },
      ...{ writesPerMinute: 5, requestsAtOnce: 999_999_999 },
    },
    databaseUrl: "postgres://school@db/school",
    smtpUrl: "smtps://user:password@host:465",
    publicUrl: "https://school.example/learning",
    tls: { certFile: path.resolve("cert.pem"), keyFile: path.resolve("key.pem") },
    allowedOrigins: ["https://one.example", "http://two.example:8080"],
    ...{
      contentKeptDays: 3650,
      leaveSeconds: 300,
      oneDevice: "students",
      requiresSecondFactor: true,
    },
    ...{ metricsToken: "0123456789abcdef", logLevel: "silent" },
  });
});

/** What each setting must be, with a right and a wrong value. */
const MUST_BE: Record<string, [name: string, right: string, wrong: string][]> = {
  "a number from 0 to 65535": [
    ["PORT", "65535", "65536"],
    ["PORT", "00080", "000080"],
  ],
  "a percentage from 0 to 90": [["UPLOADS_RESERVE", "0", "91"]],
  "a whole number; 0 for no limit": [
    ["ACCOUNT_MESSAGES", "5", "1000000000"],
    ["ACCOUNT_HAND_INS", "5", "5.5"],
    ["WRITES_PER_MINUTE", "5", "many"],
    ["REQUESTS_AT_ONCE", "5", "1e3"],
    ["ACCOUNT_NOTES", "5", "-1"],
  ],
  "an address such as postgres://user@host/school": [
    ["DATABASE_URL", "postgresql://school@db/school", "mysql://db/school"],
  ],
  "an address such as smtp://user:password@host:587": [["SMTP_URL", "smtp://host", "host:587"]],
  "an address such as https://school.example": [
    ["PUBLIC_URL", "http://school.example", "school.example"],
  ],
  "the number of proxies, such as 2": [["TRUSTED_PROXIES", "99", "100"]],
  "a number of seconds from 0 to 300": [["LEAVE_SECONDS", "5", "301"]],
  "everyone, students or nobody": [
    ["ONE_DEVICE", "students", "staff"],
    ["ONE_DEVICE", "nobody", "0"],
  ],
  "optional or staff": [["SECOND_FACTOR", "staff", "students"]],
  "addresses such as https://school.example, separated by commas": [
    ["ALLOWED_ORIGINS", "https://one.example", "https://one.example,two.example"],
    ["ALLOWED_ORIGINS", "http://localhost:8080", "https://one.example/path"],
    ["ALLOWED_ORIGINS", "https://one.example//", "ftp://one.example"],
  ],
  "a number of days from 1 to 3650": [
    ["CONTENT_KEPT_DAYS", "1", "0"],
    ["CONTENT_KEPT_DAYS", "30", "7 days"],
  ],
  "debug, info, warn, error or silent": [["LOG_LEVEL", "debug", "loud"]],
};

test.each([
  ...Object.entries(MUST_BE).flatMap(([form, settings]) =>
    settings.map(
      ([name, right, wrong]) => [name, right, wrong, `${name} must be ${form}.`] as const,
    ),
  ),
  [
    "METRICS_TOKEN",
    "a-token.for~monitoring+/=_",
    "too short",
    "METRICS_TOKEN must have at least 16 letters, digits or .~+/=-_.",
  ] as const,
])("settings accept %s=%s, and say what is wrong with %s", (name, right, wrong, message) => {
  expect(typeof read({ [name]: right })).toBe("object");
  expect(read({ [name]: wrong })).toBe(message);
});

test("the settings of a school name everything that is wrong at once", () => {
  const lines = String(read({ PORT: "high", SECOND_FACTOR: "2" })).split("\n");
  expect(lines).toEqual([
    "PORT must be a number from 0 to 65535.",
    "SECOND_FACTOR must be optional or staff.",
  ]);
});

test.each(["TLS_CERT", "TLS_KEY"])("TLS needs both files, not only %s", (name) => {
  expect(read({ [name]: "file.pem" })).toBe("Set both TLS_CERT and TLS_KEY, or neither.");
});

const PROVIDER = { OPENID_ISSUER: "https://accounts.example/school", OPENID_CLIENT_ID: "school" };
const openId = (variables: Record<string, string>) => {
  const settings = read({ ...PROVIDER, ...variables });
  return typeof settings === "string" ? settings : settings.openId;
};

test("the settings of the school's own accounts have defaults, and are taken as they are given", () => {
  const defaults = {
    ...{ issuer: "https://accounts.example/school", clientId: "school", clientSecret: null },
    ...{ name: "accounts.example", scopes: "openid email profile", creates: false },
    ...{ levelClaim: null, coursesClaim: null, courseDates: { months: 12 } },
  };
  expect(openId({})).toEqual(defaults);
  expect(
    openId({
      OPENID_ISSUER: "http://127.0.0.1:4000",
      OPENID_CLIENT_SECRET: "secret",
      OPENID_NAME: " Thimble accounts ",
      OPENID_SCOPES: "openid email roles",
      OPENID_PEOPLE: "create",
      OPENID_LEVEL_CLAIM: "level",
      OPENID_COURSES_CLAIM: "school.courses",
      OPENID_COURSES_UNTIL: "2028-02-29",
    }),
  ).toEqual({
    ...{ issuer: "http://127.0.0.1:4000", clientId: "school", clientSecret: "secret" },
    ...{ name: "Thimble accounts", scopes: "openid email roles", creates: true },
    ...{ levelClaim: "level", coursesClaim: "school.courses" },
    courseDates: { until: "2028-02-29" },
  });
});

const ISSUER = "OPENID_ISSUER must be an address such as https://accounts.school.example.";
const MONTHS = "OPENID_COURSES_MONTHS must be a number of months from 1 to 120.";
const UNTIL = "OPENID_COURSES_UNTIL must be a date such as 2027-06-30.";
test.each([
  ["OPENID_ISSUER", "http://accounts.example", ISSUER],
  ["OPENID_ISSUER", "accounts.example", ISSUER],
  ["OPENID_NAME", "a\nb", "OPENID_NAME must be a short text on one line."],
  ["OPENID_SCOPES", "email", "OPENID_SCOPES must be words separated by spaces, among them openid."],
  ["OPENID_PEOPLE", "all", "OPENID_PEOPLE must be match or create."],
  ["OPENID_COURSES_MONTHS", "0", MONTHS],
  ["OPENID_COURSES_MONTHS", "a year", MONTHS],
  ["OPENID_COURSES_UNTIL", "2027-02-29", UNTIL],
])("settings of the school's own accounts say what is wrong with %s=%j", (name, wrong, message) => {
  expect(openId({ [name]: wrong })).toBe(message);
});

test.each(["OPENID_ISSUER", "OPENID_CLIENT_ID"])(
  "the school's own accounts need more than %s",
  (name) => {
    expect(openId({ [name]: "" })).toBe("Set both OPENID_ISSUER and OPENID_CLIENT_ID, or neither.");
  },
);

test("the settings of the school's own accounts give courses for some months or until a day, not both", () => {
  const both = { OPENID_COURSES_MONTHS: "3", OPENID_COURSES_UNTIL: "2027-06-30" };
  expect(openId(both)).toBe("Set OPENID_COURSES_MONTHS or OPENID_COURSES_UNTIL, not both.");
});

test("what people send is beside the data, unless it has a folder of its own", () => {
  expect(uploadsDirOf({ dataDir: "/data" })).toBe(path.join("/data", "uploads"));
  expect(uploadsDirOf({ dataDir: "/data", uploadsDir: "/sent" })).toBe("/sent");
});

test("the settings of a school keep what is given, and no other variables of the machine", () => {
  const read = readEnvironment({ PORT: "9000", HOME: "/root", SMTP_URL: "" });
  expect(read.ok && read.value.given).toEqual({ PORT: "9000" });
});
