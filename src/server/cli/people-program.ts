import { Argument, type Command } from "commander";
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

/** Declares the commands about existing accounts. */
export const declarePeople = (user: Command, run: Run): void => {
  user
    .command("list")
    .description("List accounts with their courses. Several filters select what matches all.")
    .option("--course <key>", "only those who have this course")
    .option("--level <n>", "only this level: 0, 10, 20 or 100", wholeNumber)
    .option("--blocked", "only blocked accounts", false)
    .option("--search <words>", "only those whose names or email address contain this")
    .option(...JSON_OPTION)
    .action(run(listUsers));
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
