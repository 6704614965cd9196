import path from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS, type Limits } from "../../../src/server/accounts/account-limits.ts";
import { settingProblems } from "../../../src/server/school/settings/change-settings.ts";
import {
  decodeVariables,
  readEnvironment,
} from "../../../src/server/school/settings/environment.ts";
import {
  isSameAccount,
  passwordOf,
  shownValue,
  withPassword,
} from "../../../src/server/school/settings/list-settings.ts";

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
  ...{ leaveSeconds: 0, oneDevice: "everyone", requiresSecondFactor: false },
  ...{ storeCacheMb: 1024, logLevel: "info" },
  ...{ backupHour: 3, backupTimes: "never", backupsKept: 7 },
};

const EMPTY = { PORT: "", DATABASE_URL: "", TLS_CERT: "", HOST: undefined };

test.each([{}, EMPTY])("the settings of a school have defaults for what is absent: %j", (given) => {
  expect(read(given)).toEqual(DEFAULTS);
});

const NUMBER = "a whole number; 0 for no limit";
const ORIGINS = "addresses such as https://school.example, separated by commas";
const DEVICES = "everyone, students or nobody";
const POSTGRES = "an address such as postgres://user@host/school";
const SMTP = "an address such as smtp://user:password@host:587";
const HTTPS = "an address such as https://school.example";
const limit = (limits: Partial<Limits>) => ({ limits: { ...DEFAULT_LIMITS, ...limits } });
const origins = (...allowedOrigins: string[]) => ({ allowedOrigins });

/** A value of each setting, what it changes (the field alone: to this value), a wrong one, and what it must be. */
test.each<[name: string, given: string, changes: string | object, wrong?: string, form?: string]>([
  ["PORT", "0", { port: 0 }, "65536", "a number from 0 to 65535"],
  ["PORT", "00080", { port: 80 }, "000080", "a number from 0 to 65535"],
  ["HOST", "0.0.0.0", "host"],
  ["DATA_DIR", "school", { dataDir: path.resolve("school") }],
  ["DOWNLOADS_DIR", "apps", { downloadsDir: path.resolve("apps") }],
  ["UPLOADS_DIR", "sent", { uploadsDir: path.resolve("sent") }],
  ["UPLOADS_RESERVE", "90", { uploadsReserve: 90 }, "91", "a percentage from 0 to 90"],
  ["ACCOUNT_STORAGE_MB", "3", limit({ storageBytes: 3 * 1024 * 1024 })],
  ["ACCOUNT_MESSAGES", "1", limit({ messages: 1 }), "1000000000", NUMBER],
  ["ACCOUNT_HAND_INS", "2", limit({ handIns: 2 }), "5.5", NUMBER],
  ["ACCOUNT_NOTES", "0", limit({ notes: 0 }), "-1", NUMBER],
  ["ACCOUNT_TABLES", "4", limit({ tables: 4 })],
  ["WRITES_PER_MINUTE", "5", limit({ writesPerMinute: 5 }), "many", NUMBER],
  ["REQUESTS_AT_ONCE", "6", limit({ requestsAtOnce: 6 }), "1e3", NUMBER],
  ["DATABASE_URL", "postgresql://db/school", "databaseUrl", "mysql://db/school", POSTGRES],
  ["SMTP_URL", "smtps://user:word@host:465", "smtpUrl", "host:587", SMTP],
  ["PUBLIC_URL", "https://a.example/x//", { publicUrl: "https://a.example/x" }, "a.example", HTTPS],
  ["TRUSTED_PROXIES", "99", { trustedProxies: 99 }, "100", "the number of proxies, such as 2"],
  [
    "ALLOWED_ORIGINS",
    " http://a:8080/ , https://b ,",
    origins("http://a:8080", "https://b"),
    "b.example",
    ORIGINS,
  ],
  ["ALLOWED_ORIGINS", "https://b//", origins("https://b"), "https://b/path", ORIGINS],
  ["CONTENT_KEPT_DAYS", "3650", { contentKeptDays: 3650 }, "0", "a number of days from 1 to 3650"],
  ["LEAVE_SECONDS", "300", { leaveSeconds: 300 }, "301", "a number of seconds from 0 to 300"],
  ["ONE_DEVICE", "students", "oneDevice", "staff", DEVICES],
  ["ONE_DEVICE", "nobody", "oneDevice", "0", DEVICES],
  ["SECOND_FACTOR", "staff", { requiresSecondFactor: true }, "students", "optional or staff"],
  ["LOG_LEVEL", "silent", "logLevel", "loud", "debug, info, warn, error or silent"],
])("the setting %s=%s is read as %j", (name, given, changes, wrong, form) => {
  const changed = typeof changes === "string" ? { [changes]: given } : changes;
  expect(read({ [name]: given })).toEqual({ ...DEFAULTS, ...changed });
  if (wrong) expect(read({ [name]: wrong })).toBe(`${name} must be ${form}.`);
});

test("a token for the metrics has at least sixteen signs that a header may have", () => {
  const metricsToken = "a-token.for~monitoring+/=_";
  expect(read({ METRICS_TOKEN: metricsToken })).toMatchObject({ metricsToken });
  const message = "METRICS_TOKEN must have at least 16 letters, digits or .~+/=-_.";
  expect(read({ METRICS_TOKEN: "too short" })).toBe(message);
});

test("the settings of a school name everything that is wrong at once", () => {
  expect(read({ PORT: "high", SECOND_FACTOR: "2" })).toBe(
    "PORT must be a number from 0 to 65535.\nSECOND_FACTOR must be optional or staff.",
  );
});

test("TLS needs both files", () => {
  const message = "Set both TLS_CERT and TLS_KEY (or --cert and --key), or neither.";
  expect(read({ TLS_CERT: "file.pem" })).toBe(message);
  expect(read({ TLS_KEY: "file.pem" })).toBe(message);
  expect(read({ TLS_CERT: "cert.pem", TLS_KEY: "key.pem" })).toMatchObject({
    tls: { certFile: path.resolve("cert.pem"), keyFile: path.resolve("key.pem") },
  });
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

test("the school's own accounts need an issuer and a client, and months or a day for courses, not both", () => {
  for (const name of ["OPENID_ISSUER", "OPENID_CLIENT_ID"]) {
    expect(openId({ [name]: "" })).toBe("Set both OPENID_ISSUER and OPENID_CLIENT_ID, or neither.");
  }
  const both = { OPENID_COURSES_MONTHS: "3", OPENID_COURSES_UNTIL: "2027-06-30" };
  expect(openId(both)).toBe("Set OPENID_COURSES_MONTHS or OPENID_COURSES_UNTIL, not both.");
});

test("the settings of a school keep what is given, and no other variables of the machine", () => {
  const read = readEnvironment({ PORT: "9000", HOME: "/root", SMTP_URL: "" });
  expect(read.ok && read.value.given).toEqual({ PORT: "9000" });
});

const problemsOf = (SMTP_URL: string) => {
  const environment = decodeVariables({});
  if (!environment.ok) throw new Error("No variable is needed");
  return settingProblems(environment.value, { SMTP_URL }, { SMTP_URL });
};

test.each([
  "?sendmail=true&path=/bin/sh&args=-c&args=id",
  "?%73endmail=true",
  "?proxy=http://evil.example",
  "?tls.host=evil.example",
  "?logger=true",
  "?requireTLS=true&pool=true",
])("an administrator cannot give the mail server an option of the machine alone: %s", (query) => {
  const message = expect.stringContaining("Set others in the environment");
  const problems = problemsOf(`smtp://desk@mail.example${query}`);
  expect(problems).toMatchObject([{ name: "SMTP_URL", message }]);
});

test("an administrator may say how the mail server is spoken to", () => {
  expect(problemsOf("smtp://a.example?requireTLS=true&tls.rejectUnauthorized=false")).toEqual([]);
});

test.each([
  ["SMTP_URL", "smtp://desk:secret@mail.example:587", "smtp://desk@mail.example:587", true],
  ["SMTP_URL", "smtp://mail.example?password=secret", "smtp://mail.example", true],
  ["SMTP_URL", "smtp://mail.example", "smtp://mail.example", false],
  ["DATABASE_URL", "postgres://a:secret@db/school", "postgres://a@db/school", true],
  ["OPENID_CLIENT_SECRET", "secret", "", true],
  ["METRICS_TOKEN", "secret", "", true],
  ["OPENID_NAME", "Thimble", "Thimble", false],
])("a setting is shown without its secret: %s %s", (name, given, value, hasSecret) => {
  expect(shownValue(name, given)).toEqual({ value, hasSecret });
});

test("a password is put into an address as it is typed", () => {
  const address = withPassword("smtp://desk@mail.example:587", "p@ss/wörd:%1");
  expect(passwordOf(address)).toBe("p@ss/wörd:%1");
  expect(new URL(address).host).toBe("mail.example:587");
});

test.each([
  ["smtp://desk@mail.example", true],
  ["smtp://desk:other@mail.example?", true],
  ["smtp://desk:other@mail.example?tls.rejectUnauthorized=false", false],
  ["smtp://desk@mail.example?ignoreTLS=true", false],
  ["smtp://mail.example", false],
  ["smtp://desk@mail.example.evil.example", false],
  ["smtp://desk@mail.example:2525", false],
  ["smtps://desk@mail.example", false],
  ["smtp://other@mail.example", false],
])("a kept password goes to the same account of the same server alone: %s", (other, isSame) => {
  expect(isSameAccount("smtp://desk:secret@mail.example", other)).toBe(isSame);
});
