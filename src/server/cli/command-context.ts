import { COMMAND } from "../../domain/audit.ts";
import type { TakenName } from "../accounts/account-names.ts";
import { courseIds, courseKeys } from "../content/import-school.ts";
import { type Database, openDatabase } from "../db/open-database.ts";
import type { TaughtCourses } from "../desk/viewer.ts";
import type { PeopleContext, PersonProblem } from "../people/change-person.ts";
import { readSchoolDays } from "../school/school-days.ts";
import type { Environment } from "../school/settings/environment.ts";
import { startupError } from "../startup-error.ts";
import { CommandError, escapeForTerminal } from "./terminal.ts";

/** The error for a username or mail address that is not free. */
export const takenError = ({ taken, by, isSame }: TakenName): CommandError =>
  new CommandError(
    isSame
      ? `An account with this ${taken} already exists.`
      : `This ${taken} could be taken for the username or email of the account "${escapeForTerminal(by)}".`,
  );

/** The error for a change of a person that the school refuses. */
export const personError = (problem: PersonProblem): CommandError =>
  problem === "last-administrator"
    ? new CommandError("This is the last administrator who can sign in. Add another one first.")
    : takenError(problem);

/**
 * Opens the school's database. Statements have no timeout, because an import, a removal or a restore changes many
 * rows.
 * @throws CommandError that says why it cannot be opened
 */
export const openForCommand = (environment: Environment): Promise<Database> => {
  const { dataDir, databaseUrl } = environment;
  return openDatabase(dataDir, databaseUrl, { queryTimeoutMs: 0 }).catch((reason) => {
    throw new CommandError(startupError(reason, environment));
  });
};

/** Opens the school's database as `openForCommand`, runs the work, and always closes the database. */
export const withDatabase = async <Value>(
  environment: Environment,
  work: (database: Database) => Promise<Value>,
): Promise<Value> => {
  const database = await openForCommand(environment);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/**
 * The ids of courses by their keys, in the order given.
 * @throws CommandError that lists the known courses
 */
export const namedCourses = async (
  { read }: Database,
  keys: readonly string[],
): Promise<number[]> => {
  const known = await courseIds(read);
  return keys.map((key) => {
    const id = known.get(key);
    if (id !== undefined) return id;
    const all = [...known.keys()].join(", ") || "none yet: import the content first";
    throw new CommandError(`There is no course "${key}". Courses: ${all}.`);
  });
};

/** Like `namedCourses`, for the courses that a tutor teaches. */
export const namedTaught = async (
  database: Database,
  keys: "all" | readonly string[],
): Promise<TaughtCourses> => (keys === "all" ? keys : namedCourses(database, keys));

/** Who changes people at the command line, and when. */
export const commandContext = async ({ read }: Database): Promise<PeopleContext> => {
  const now = Date.now();
  return {
    actor: COMMAND,
    now,
    today: (await readSchoolDays(read)).of(now),
    courseKeys: await courseKeys(read),
  };
};
