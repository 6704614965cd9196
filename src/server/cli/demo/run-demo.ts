import path from "node:path";
import { addDays } from "../../../domain/calendar.ts";
import { Passwords } from "../../accounts/password/passwords.ts";
import { inZone } from "../../days.ts";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { Log } from "../../log.ts";
import { runUntilSignal } from "../../run-until-signal.ts";
import { readSchoolDays } from "../../school/school-days.ts";
import {
  type Environment,
  readEnvironment,
  uploadsDirOf,
} from "../../school/settings/environment.ts";
import { type SchoolServer, startSchoolServer } from "../../school-server.ts";
import { startupError } from "../../startup-error.ts";
import { openStore } from "../../store/open-store.ts";
import { UploadStore } from "../../uploads/upload-store.ts";
import { addClass, needsClass } from "./class/add-class.ts";
import { readClassData } from "./class/class-data.ts";
import {
  addDemoAccounts,
  DEMO_ACCOUNTS,
  issueDemoSerial,
  passwordOf,
  readDemoSerial,
} from "./demo-accounts.ts";
import { ImportError, importWhenChanged } from "./import-when-changed.ts";

const DEMO_SCHOOL = path.join(import.meta.dirname, "../../../../resources/demo-school");

interface DemoOptions {
  environment: Environment;
  folder: string;
  /** Whether a first start also makes the class, which needs the demo's own lessons. */
  withClass: boolean;
  /** The folder of the built web app; absent: `dist/online`. */
  webDir?: string;
}

const makeAccounts = async (
  database: Database,
  { environment, withClass }: DemoOptions,
): Promise<void> => {
  const now = Date.now();
  const days = await readSchoolDays(database.read);
  const today = days.of(now);
  const passwords = new Passwords();
  const isClassDue = withClass && (await needsClass(database));
  const data = readClassData();
  const registered = isClassDue ? addDays(today, -data.startedDaysAgo) : today;
  const common = { database, passwords, registered, today };
  await addDemoAccounts({ ...common, accounts: DEMO_ACCOUNTS });
  if (isClassDue) {
    await addDemoAccounts({ ...common, accounts: data.classmates });
    const store = await openStore(environment, database);
    const uploads = new UploadStore(uploadsDirOf(environment), store);
    await addClass(database, uploads, data, inZone(now, days.zone));
  }
  await issueDemoSerial(database);
};

/**
 * Serves the demo school. Imports its content if it has changed and adds missing accounts; the
 * first start also makes the class.
 * @throws the error that prevents the server from starting
 */
const startDemo = async (options: DemoOptions): Promise<SchoolServer> => {
  const { environment, folder, webDir } = options;
  const database = await openDatabase(environment.dataDir, environment.databaseUrl);
  try {
    await importWhenChanged(database, environment, folder);
    await makeAccounts(database, options);
  } finally {
    await database.close();
  }
  return startSchoolServer({ environment, log: new Log(environment.logLevel), webDir });
};

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|::1)$/.test(host);

/** The names of the class, if it was made. They can sign in too. */
const classLine = async ({ read }: Database): Promise<string> => {
  const names = readClassData().classmates.map(({ username }) => username);
  const found = await read
    .selectFrom("account")
    .select("username")
    .where("username", "in", names)
    .execute();
  if (found.length < names.length) return "";
  return `\nThe student's classmates are ${names.join(", ")}. Their passwords follow the same pattern.\n`;
};

const greeting = async (
  { address, database }: SchoolServer,
  { host, publicUrl }: Environment,
): Promise<string> => {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ username }) => username.length));
  const accounts = DEMO_ACCOUNTS.map(
    (account) => `  ${account.username.padEnd(width)}  ${passwordOf(account)}`,
  );
  const warning = `
Other machines can reach it at ${host}, and these passwords are public. Change them:
npm run school -- user password NAME
`;
  return `
The demo school is open: ${publicUrl ?? address}/
${publicUrl ? `It listens at ${address}/\n` : ""}
Sign in with one of these names and passwords:
${accounts.join("\n")}
${await classLine(database)}${isLoopback(host) ? "" : warning}
To try the desktop app, activate it with ${await readDemoSerial(database)}

Press Ctrl-C to stop it.
`;
};

/**
 * Starts the demo from the environment and serves until a signal ends it. Takes every setting of
 * `serve`, and also: `SCHOOL_DIR` for another author's folder, `WEB_DIR` for another build, and
 * `DEMO_CLASS=0` for no class.
 */
export const runDemo = async (variables: Record<string, string | undefined>): Promise<void> => {
  const read = readEnvironment({ ...variables, LOG_LEVEL: variables.LOG_LEVEL || "warn" });
  if (!read.ok) {
    console.error(read.failure);
    process.exit(1);
  }
  const environment = read.value;
  try {
    const folder = variables.SCHOOL_DIR ? path.resolve(variables.SCHOOL_DIR) : DEMO_SCHOOL;
    const webDir = variables.WEB_DIR ? path.resolve(variables.WEB_DIR) : undefined;
    const withClass = folder === DEMO_SCHOOL && variables.DEMO_CLASS !== "0";
    const server = await startDemo({ environment, folder, withClass, webDir });
    console.log(await greeting(server, environment));
    runUntilSignal(server);
  } catch (reason) {
    const isPrinted = reason instanceof ImportError;
    if (!isPrinted) console.error(startupError(reason, environment));
    process.exit(1);
  }
};
