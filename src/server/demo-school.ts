import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { addDays, addMonths, dayOf } from "../domain/calendar.ts";
import { addAccount, findByUsername, subscribe } from "./db/accounts.ts";
import { courseIds } from "./db/course-ids.ts";
import { schoolLanguages } from "./db/import-school.ts";
import { type Database, openDatabase } from "./db/open-database.ts";
import { issueSerialNumber } from "./db/serial-numbers.ts";
import type { Environment } from "./environment.ts";
import { readEnvironment } from "./environment.ts";
import { Log } from "./log.ts";
import { Passwords } from "./passwords.ts";
import { runUntilSignal, startingProblem } from "./run-until-signal.ts";
import { type SchoolServer, startSchoolServer } from "./school-server.ts";

const DEMO_SCHOOL = path.join(import.meta.dirname, "../../resources/demo-school");
/** The demo is for this machine alone. */
const DEMO_HOST = "127.0.0.1";
const COMPILER = path.join(import.meta.dirname, "content");

/** The setting that holds what the demo school's folder was like when it was last imported. */
const IMPORTED_FROM = "demo_folder";

/** The setting that holds the serial number that the demo offers. */
const DEMO_SERIAL = "demo_serial";
const DEMO_SEATS = 20;

interface DemoAccount {
  username: string;
  level: number;
  firstName: string;
  lastName: string;
}

const ACCOUNTS: readonly DemoAccount[] = [
  { username: "student", level: 0, firstName: "Dana", lastName: "Levi" },
  { username: "tutor", level: 10, firstName: "Ruth", lastName: "Okafor" },
  { username: "admin", level: 100, firstName: "Miriam", lastName: "Stern" },
];

const passwordOf = ({ username }: DemoAccount): string => `demo-${username}`;

/** Closed for the student, so that an expired course is to be seen. */
const EXPIRED_COURSE = "PMS";

/** Changes when a file in one of the folders has been added, taken away or written. */
const fingerprint = async (folders: readonly string[]): Promise<string> => {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
    const found = await Promise.all(files.map((file) => stat(file)));
    for (const [at, { size, mtimeMs }] of found.entries()) {
      hash.update(`${files[at]}\n${size}\n${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
};

/** The folder's content could not be imported; what is wrong with it has been said. */
class ImportError extends Error {}

/** The command is a process of its own, so that the server does not keep the memory it takes. */
const runImport = (dataDir: string, folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const command = path.join(import.meta.dirname, "cli.ts");
    const child = spawn(process.execPath, [command, "content", "import", folder], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new ImportError())));
  });

const importWhenChanged = async (
  database: Database,
  dataDir: string,
  folder: string,
): Promise<void> => {
  const now = await fingerprint([folder, COMPILER]);
  const before = await database.read
    .selectFrom("setting")
    .select("value")
    .where("name", "=", IMPORTED_FROM)
    .executeTakeFirst();
  if (before?.value === now) return;
  await runImport(dataDir, folder);
  await database.write((db) =>
    db
      .insertInto("setting")
      .values({ name: IMPORTED_FROM, value: now })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: now }))
      .execute(),
  );
};

const makeAccount = async (database: Database, account: DemoAccount, today: string) => {
  if (await findByUsername(database.read, account.username)) return;
  const passwordHash = await new Passwords().hash(passwordOf(account));
  const courses = await courseIds(database.read);
  await database.write(async (db) => {
    const added = await addAccount(db, {
      ...account,
      email: `${account.username}@selvedge.example`,
      languages: await schoolLanguages(db),
      passwordHash,
      registered: today,
      expire: null,
    });
    if ("taken" in added) return;
    for (const [key, courseId] of courses) {
      const expired = account.level === 0 && key === EXPIRED_COURSE;
      const subDate = expired ? addMonths(today, -13) : today;
      const expDate = expired ? addDays(today, -30) : addMonths(today, 24);
      const subMonths = expired ? 12 : 24;
      await subscribe(db, added.id, courseId, { expDate, subDate, subMonths });
    }
  });
};

const offeredSerial = async ({ read }: Database): Promise<string | null> => {
  const row = await read
    .selectFrom("setting")
    .select("value")
    .where("name", "=", DEMO_SERIAL)
    .executeTakeFirst();
  return row?.value ?? null;
};

/** Issues the serial number that the demo offers, once. */
const offerSerial = async (database: Database): Promise<void> => {
  if ((await offeredSerial(database)) !== null) return;
  await database.write(async (db) => {
    const details = { name: "The demo", seats: DEMO_SEATS, courses: null };
    const value = await issueSerialNumber(db, details, Date.now());
    await db.insertInto("setting").values({ name: DEMO_SERIAL, value }).execute();
  });
};

export interface DemoOptions {
  port: number;
  /** An absolute path. */
  dataDir: string;
  /** The author's folder; absent: the demo school's. */
  folder?: string;
  logLevel?: Environment["logLevel"];
  smtpUrl?: string | null;
  /** The built web app; absent: `dist/online`. */
  webDir?: string;
}

/**
 * Serves the demo school on this machine alone: imports its content when it has changed,
 * and makes the accounts that are not there yet.
 * @throws what keeps the server from starting
 */
export const startDemo = async (options: DemoOptions): Promise<SchoolServer> => {
  const { port, dataDir, folder = DEMO_SCHOOL, logLevel = "warn", smtpUrl = null } = options;
  const database = await openDatabase(dataDir, null);
  try {
    await importWhenChanged(database, dataDir, folder);
    const today = dayOf(Date.now());
    for (const account of ACCOUNTS) await makeAccount(database, account, today);
    await offerSerial(database);
  } finally {
    await database.close();
  }
  return startSchoolServer({
    environment: {
      port,
      host: DEMO_HOST,
      dataDir,
      databaseUrl: null,
      smtpUrl,
      publicUrl: null,
      logLevel,
    },
    log: new Log(logLevel),
    webDir: options.webDir,
  });
};

const greeting = async ({ address, database }: SchoolServer): Promise<string> => {
  const width = Math.max(...ACCOUNTS.map(({ username }) => username.length));
  const accounts = ACCOUNTS.map(
    (account) => `  ${account.username.padEnd(width)}  ${passwordOf(account)}`,
  );
  return `
The demo school is open: ${address}/

Sign in with one of these names and passwords:
${accounts.join("\n")}

To try the desktop app, activate it with ${await offeredSerial(database)}

Ctrl-C ends it.
`;
};

/** Starts the demo from the environment and serves until it is ended. */
export const runDemo = async (variables: Record<string, string | undefined>): Promise<void> => {
  const read = readEnvironment({ LOG_LEVEL: "warn", ...variables });
  if (!read.ok) {
    console.error(read.failure);
    process.exit(1);
  }
  const { port, dataDir, logLevel, smtpUrl } = read.value;
  try {
    const folder = variables.SCHOOL_DIR ? path.resolve(variables.SCHOOL_DIR) : undefined;
    const webDir = variables.WEB_DIR ? path.resolve(variables.WEB_DIR) : undefined;
    const server = await startDemo({ port, dataDir, folder, logLevel, smtpUrl, webDir });
    console.log(await greeting(server));
    runUntilSignal(server);
  } catch (reason) {
    const said = reason instanceof ImportError;
    if (!said) console.error(startingProblem(reason, { port, host: DEMO_HOST }));
    process.exit(1);
  }
};
