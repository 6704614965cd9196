import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import {
  DATE_ORDERS,
  PEOPLE_COLUMNS,
  type PeopleColumn,
  TABLE_ENCODINGS,
  TABLE_SEPARATORS,
} from "../../contract/staff-import.ts";
import { importUsers } from "./import-command.ts";
import {
  accountName,
  collect,
  day,
  dayOrNever,
  emailAddress,
  JSON_OPTION,
  notEmpty,
  positiveNumber,
  type Run,
  STDIN_OPTION,
  TEACHES_OPTION,
  wholeNumber,
} from "./options.ts";
import { exportUser, inviteUser, listUsers, removeUser, setUser } from "./people-commands.ts";

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

/** Declares the commands about existing accounts. */
export const declarePeople = (user: Command, run: Run): void => {
  user
    .command("list")
    .description("List accounts with their courses. Several filters select what matches all.")
    .option("--course <key>", "only those who have this course")
    .option("--level <n>", "only this level: 0, 10, 20 or 100", wholeNumber)
    .option("--blocked", "only blocked accounts", false)
    .option("--search <words>", "only those whose names or email address contain this")
    .option("--csv", "print a CSV file, which can be imported again", false)
    .option("--xlsx <file>", "write a new workbook, which can be imported again")
    .option(...JSON_OPTION)
    .action(run(listUsers));
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
    .option(...JSON_OPTION)
    .action(run(importUsers));
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
    .option(...JSON_OPTION)
    .action(run(setUser));
  user
    .command("invite")
    .description("Mail a person without a password a link on which they choose one, for 14 days.")
    .addArgument(username())
    .option(...JSON_OPTION)
    .action(run(inviteUser));
  user
    .command("remove")
    .description("Remove an account with everything of the person, files included. Asks first.")
    .addArgument(username())
    .option("--yes", "remove it without asking", false)
    .option(...JSON_OPTION)
    .action(run(removeUser));
  user
    .command("export")
    .description("Write everything about a person to a new zip file: a page, data and files.")
    .addArgument(username())
    .addArgument(new Argument("<file>", "the new zip file").argParser(notEmpty))
    .option(...JSON_OPTION)
    .action(run(exportUser));
};
