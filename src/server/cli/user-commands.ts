import { Argument, InvalidArgumentError, Option } from "commander";
import {
  DATE_ORDERS,
  PEOPLE_COLUMNS,
  type PeopleColumn,
  TABLE_ENCODINGS,
  TABLE_SEPARATORS,
} from "../../contract/staff-import.ts";
import { teachesCourses } from "../../domain/roles.ts";
import { Passwords } from "../accounts/password/passwords.ts";
import { addPerson } from "../people/add-person.ts";
import { changePerson } from "../people/change-person.ts";
import { orderLinkMail } from "../people/links.ts";
import type { Environment } from "../school/settings/environment.ts";
import {
  commandContext,
  namedCourses,
  namedTaught,
  takenError,
  withDatabase,
} from "./command-context.ts";
import { importUsers } from "./import-command.ts";
import {
  accountName,
  collect,
  day,
  dayOrNever,
  emailAddress,
  notEmpty,
  positiveNumber,
  STDIN_OPTION,
  TEACHES_OPTION,
  wholeNumber,
} from "./options.ts";
import {
  exportUser,
  hintToTeach,
  inviteUser,
  knownAccount,
  listUsers,
  removeUser,
  setUser,
  taughtInWords,
} from "./people-commands.ts";
import type { SchoolCommand } from "./school-command.ts";
import { askPassword, UsageError } from "./terminal.ts";

interface AddOptions {
  email: string;
  level: number;
  firstName: string;
  lastName: string;
  /** Keys of courses. */
  course: readonly string[];
  months?: number;
  teaches?: "all" | readonly string[];
  invite: boolean;
  passwordStdin: boolean;
}

/** Adds an account. Its courses start today. */
const addUser = async (username: string, environment: Environment, options: AddOptions) => {
  const { email, level, firstName, lastName, months, teaches = [] } = options;
  if (options.invite && options.passwordStdin) {
    throw new UsageError("--invite and --password-stdin cannot be used together.");
  }
  const password = options.invite
    ? null
    : await askPassword(options.passwordStdin, [username, email]);
  await withDatabase(environment, async (database) => {
    const courses = await namedCourses(database, options.course);
    const taught = await namedTaught(database, teaches);
    const passwordHash = password === null ? "" : await new Passwords().hash(password);
    const context = await commandContext(database);
    await database.write(async (db) => {
      const added = await addPerson(
        db,
        {
          ...{ username, email, firstName, lastName, level, passwordHash, teaches: taught },
          courses: courses.map((id) => ({ id, months })),
        },
        context,
      );
      if ("taken" in added) throw takenError(added);
      if (!options.invite) return;
      const invited = { id: added.id, username, blocked: null, password: "" };
      await orderLinkMail(db, invited, "invitation", context);
    });
  });
  const person = { username, level, teaches: teachesCourses(level) ? teaches : null };
  const courses = options.course.length > 0 ? `with ${options.course.join(", ")}` : "";
  const words = [username, `level ${level}`, courses, taughtInWords(person)].filter(Boolean);
  return {
    data: { ...person, email, courses: options.course },
    text: `Added ${words.join(", ")}.${hintToTeach(person)}`,
  };
};

const changeUserPassword = async (
  username: string,
  environment: Environment,
  options: { passwordStdin: boolean },
) => {
  const password = await askPassword(options.passwordStdin, [username]);
  await withDatabase(environment, async (database) => {
    const account = await knownAccount(database, username);
    const passwordHash = await new Passwords().hash(password);
    const context = await commandContext(database);
    await database.write((db) => changePerson(db, account, { passwordHash }, context));
  });
  return {
    data: { username },
    text: `Changed the password of ${username}, and signed them out everywhere.`,
  };
};

const username = () => new Argument("<name>", "the username").argParser(notEmpty);

/** What the columns of a table are; a dash leaves one out. */
const columnNames = (text: string): (PeopleColumn | null)[] =>
  text.split(",").map((given) => {
    const name = given.trim();
    if (name === "-" || name === "") return null;
    const column = PEOPLE_COLUMNS.find((each) => each === name);
    if (column) return column;
    throw new InvalidArgumentError(`Columns are ${PEOPLE_COLUMNS.join(", ")}, and - for others.`);
  });

const SEPARATOR_NAMES = ["comma", "semicolon", "tab"];

const separator = (text: string): (typeof TABLE_SEPARATORS)[number] => {
  const found = TABLE_SEPARATORS[SEPARATOR_NAMES.indexOf(text)];
  if (found) return found;
  throw new InvalidArgumentError("It must be comma, semicolon or tab.");
};

export const declareUsers = (program: SchoolCommand): void => {
  const user = program
    .command("user")
    .description("Add, list, change, export and remove accounts.");
  user
    .command("add")
    .description("Add an account. Asks for its password, or mails an invitation.")
    .addArgument(new Argument("<name>", "the username").argParser(accountName))
    .requiredOption("--email <address>", "the email address", emailAddress)
    .option("--level <n>", "0 student, 10 tutor, 20 manager, 100 administrator", wholeNumber, 0)
    .option("--first-name <name>", "the first name", "")
    .option("--last-name <name>", "the last name", "")
    .option("--course <key>", "a course that starts today; may be given several times", collect, [])
    .option("--months <n>", "the courses end after this many months", wholeNumber)
    .option(...TEACHES_OPTION)
    .option("--invite", "mail a link on which the person chooses the password", false)
    .option(...STDIN_OPTION)
    .answer(addUser);
  user
    .command("password")
    .description("Set a new password, and sign the person out everywhere.")
    .addArgument(username())
    .option(...STDIN_OPTION)
    .answer(changeUserPassword);
  user
    .command("list")
    .description("List accounts with their courses. Several filters select what matches all.")
    .option("--course <key>", "only those who have this course")
    .option("--level <n>", "only this level: 0, 10, 20 or 100", wholeNumber)
    .option("--blocked", "only blocked accounts", false)
    .option("--search <words>", "only those whose names or email address contain this")
    .option("--csv", "print a CSV file, which can be imported again", false)
    .option("--xlsx <file>", "write a new workbook, which can be imported again")
    .answer(listUsers);
  user
    .command("import")
    .description("Add and change people from a CSV or XLSX file: all rows or nothing.")
    .addArgument(new Argument("<file>", "a CSV or XLSX file with titles").argParser(notEmpty))
    .option("--dry-run", "say what would happen, and change nothing", false)
    .option("--rest <file>", "import the good rows, and write the others to this new file")
    .option("--invite", "mail those who are added a link to choose a password", false)
    .option("--columns <names>", "what the columns are, such as email,-,last_name", columnNames)
    .addOption(new Option("--encoding <name>", "of a CSV file").choices(TABLE_ENCODINGS))
    .option("--separator <sign>", "of a CSV file: comma, semicolon or tab", separator)
    .option("--sheet <name>", "of a workbook; otherwise the first that is not hidden", notEmpty)
    .option("--titles-row <number>", "the row with the titles", positiveNumber)
    .option("--odd-letters", "take names whose letters look wrong as they are", false)
    .addOption(new Option("--dates <order>", "how to read 03/04/2027").choices(DATE_ORDERS))
    .answer(importUsers);
  user
    .command("set")
    .description("Change an account: names, level, courses and dates; block it. Works at once.")
    .addArgument(username())
    .option("--username <name>", "another username", accountName)
    .option("--email <address>", "the email address", emailAddress)
    .option("--first-name <name>", "the first name")
    .option("--last-name <name>", "the last name")
    .option("--level <n>", "0 student, 10 tutor, 20 manager, 100 administrator", wholeNumber)
    .option("--last-day <date>", "the account's last day, or never", dayOrNever)
    .option("--course <key>", "a course to give or to change; several times", collect, [])
    .option("--from <date>", "the courses start on this day (a new one: today)", day)
    .option("--until <date>", "the courses' last day, or never", dayOrNever)
    .option("--months <n>", "the courses end this many months after their start", positiveNumber)
    .option("--remove-course <key>", "a course to take away; several times", collect, [])
    .option(...TEACHES_OPTION)
    .option("--block", "end all sessions, and refuse new ones", false)
    .option("--unblock", "allow sessions again", false)
    .option("--mail-works", "send mails to an address again that has refused them", false)
    .option("--unlink", "forget the account of the school's provider that belongs to it", false)
    .option("--reset-second-factor", "remove passkeys, app and codes; ends all sessions", false)
    .option("--password", "ask for a new password; ends all sessions", false)
    .option(...STDIN_OPTION)
    .answer(setUser);
  user
    .command("invite")
    .description("Mail a person without a password a link on which they choose one, for 14 days.")
    .addArgument(username())
    .answer(inviteUser);
  user
    .command("remove")
    .description("Remove an account with everything of the person, files included. Asks first.")
    .addArgument(username())
    .option("--yes", "remove it without asking", false)
    .answer(removeUser);
  user
    .command("export")
    .description("Write everything about a person to a new zip file: a page, data and files.")
    .addArgument(username())
    .addArgument(new Argument("<file>", "the new zip file").argParser(notEmpty))
    .answer(exportUser);
};
