import type { TakenName } from "../accounts/account-names.ts";
import { type Database, openDatabase } from "../db/open-database.ts";
import type { PersonProblem } from "../people/change-person.ts";
import type { Environment } from "../school/settings/environment.ts";
import { startupError } from "../startup-error.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";

/** The command line is invalid, for example an unknown command. The message is one line. */
export class UsageError extends Error {}

/** The command failed. The message gives the reason in one sentence. */
export class CommandError extends Error {}

/** The error for a username or mail address that is not free. */
export const takenError = ({ taken, by, isSame }: TakenName): CommandError =>
  new CommandError(
    isSame
      ? `An account with this ${taken} already exists.`
      : `This ${taken} could be taken for the username or email of the account "${escapeForTerminal(by)}".`,
  );

/** The error for a change of a person that the school refuses. */
export const personError = (problem: PersonProblem): CommandError =>
  "taken" in problem
    ? takenError(problem)
    : new CommandError("This is the last administrator who can sign in. Add another one first.");

/**
 * Opens the school's database, runs the work, and always closes the database. Statements have no
 * timeout, because an import or a removal changes many rows.
 */
export const withDatabase = async <Value>(
  environment: Environment,
  work: (database: Database) => Promise<Value>,
): Promise<Value> => {
  const { dataDir, databaseUrl } = environment;
  const database = await openDatabase(dataDir, databaseUrl, {
    queryTimeoutMs: 0,
  }).catch((reason) => {
    throw new CommandError(startupError(reason, environment));
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
