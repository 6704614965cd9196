import path from "node:path";
import { dayOf } from "../../domain/calendar.ts";
import { type Database, openDatabase } from "../db/open-database.ts";
import { type Environment, readEnvironment } from "../environment.ts";
import { Log } from "../log.ts";
import { Passwords } from "../passwords.ts";
import { runUntilSignal, startingProblem } from "../run-until-signal.ts";
import { type SchoolServer, startSchoolServer } from "../school-server.ts";
import { addDemoAccounts, DEMO_ACCOUNTS, passwordOf } from "./demo-accounts.ts";
import { offeredSerial, offerSerial } from "./demo-serial.ts";
import { ImportError, importWhenChanged } from "./import-when-changed.ts";

const DEMO_SCHOOL = path.join(import.meta.dirname, "../../../resources/demo-school");

interface DemoOptions {
  environment: Environment;
  /** The author's folder. */
  folder: string;
  /** The built web app; absent: `dist/online`. */
  webDir?: string;
}

const makeAccounts = async (database: Database): Promise<void> => {
  const today = dayOf(Date.now());
  const passwords = new Passwords();
  const accounts = DEMO_ACCOUNTS;
  await addDemoAccounts({ database, passwords, accounts, registered: today, today });
  await offerSerial(database);
};

/**
 * Serves the demo school: imports its content when it has changed, and makes the accounts that are
 * not there yet.
 * @throws what keeps the server from starting
 */
const startDemo = async ({ environment, folder, webDir }: DemoOptions): Promise<SchoolServer> => {
  const database = await openDatabase(environment.dataDir, environment.databaseUrl);
  try {
    await importWhenChanged(database, environment, folder);
    await makeAccounts(database);
  } finally {
    await database.close();
  }
  return startSchoolServer({ environment, log: new Log(environment.logLevel), webDir });
};

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|::1)$/.test(host);

const greeting = async (
  { address, database }: SchoolServer,
  { host }: Environment,
): Promise<string> => {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ username }) => username.length));
  const accounts = DEMO_ACCOUNTS.map(
    (account) => `  ${account.username.padEnd(width)}  ${passwordOf(account)}`,
  );
  const warning = `
Other machines can reach it at ${host}, and everybody knows these passwords. Change them:
npm run school -- user password NAME
`;
  return `
The demo school is open: ${address}/

Sign in with one of these names and passwords:
${accounts.join("\n")}
${isLoopback(host) ? "" : warning}
To try the desktop app, activate it with ${await offeredSerial(database)}

Ctrl-C ends it.
`;
};

/**
 * Starts the demo from the environment and serves until it is ended. Takes every setting that
 * `serve` takes; besides, `SCHOOL_DIR` is another author's folder and `WEB_DIR` another build.
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
    const server = await startDemo({ environment, folder, webDir });
    console.log(await greeting(server, environment));
    runUntilSignal(server);
  } catch (reason) {
    const said = reason instanceof ImportError;
    if (!said) console.error(startingProblem(reason, environment));
    process.exit(1);
  }
};
