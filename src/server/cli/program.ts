import { Argument, type Command } from "commander";
import { type Environment, readEnvironment } from "../school/settings/environment.ts";
import { declareAudit } from "./audit-commands.ts";
import { backupSchool, restoreSchool } from "./backup-commands.ts";
import { CommandError, UsageError } from "./command-context.ts";
import { declareContent } from "./content-commands.ts";
import { doctor } from "./doctor-command.ts";
import { initSchool } from "./init-command.ts";
import { signLicenceCommand } from "./licence-command.ts";
import {
  accountName,
  collect,
  emailAddress,
  JSON_OPTION,
  notEmpty,
  positiveNumber,
  type Run,
  STDIN_OPTION,
  shortName,
  site,
  TEACHES_OPTION,
  wholeNumber,
} from "./options.ts";
import { declarePeople } from "./people-program.ts";
import { signReleases } from "./release-command.ts";
import { licenceKeyCommand, SchoolCommand, serve } from "./school-command.ts";
import { issueSerial, listSerials, revokeSerial } from "./serial-commands.ts";
import { declareSettings, SETTINGS } from "./settings-commands.ts";
import { addSiteCommand, listSites, removeSiteCommand } from "./site-commands.ts";
import { declareStore } from "./store-commands.ts";
import { addUser, changeUserPassword } from "./user-commands.ts";

type Variables = Record<string, string | undefined>;

const environmentOf = (variables: Variables): Environment => {
  const read = readEnvironment(variables);
  if (!read.ok) throw new CommandError(read.failure);
  return read.value;
};

/**
 * Builds the command line of the school.
 * @param variables the environment variables
 * @param onEnd is called with the exit code of the command; null while the server keeps running
 */
export const createProgram = (
  variables: Variables,
  onEnd: (code: number | null) => void,
): Command => {
  const environment = () => environmentOf(variables);
  const run: Run =
    (command) =>
    async (...words) => {
      // Commander adds its own command to the arguments and the options.
      const given = [...words.slice(0, -1), environment()] as never[];
      onEnd(await command(...given));
    };
  const program: Command = new SchoolCommand("npm run school --")
    .description(
      "Runs a school: its content, its accounts, its server, its backups, and its desktop app.",
    )
    .exitOverride()
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Show this help, or the help of a command.");

  program
    .command("init")
    .description("Set up a new school: its first administrator, its first course, its keys.")
    .option("--name <words>", "the school's name")
    .option(
      "--language <code>",
      "a language of an empty school; may be given several times",
      collect,
      [],
    )
    .option("--address <url>", "the public address, such as https://school.example")
    .option("--smtp <url>", "the mail server, such as smtp://user:password@host:587")
    .option("--admin <name>", "the username of the first administrator (admin)")
    .option("--email <address>", "their email address, which is also the school's")
    .option("--sample", "begin with the courses of the demo", false)
    .option("--empty", "begin with one course of one lesson", false)
    .option(...STDIN_OPTION)
    .option(...JSON_OPTION)
    .action(run(initSchool));

  program
    .command("serve")
    .description("Serve the school until a signal stops it.")
    .option("--cert <file>", "a certificate in PEM format: the school then uses TLS")
    .option("--key <file>", "the certificate's key; a renewed pair is loaded within a minute")
    .addHelpText("after", SETTINGS)
    .action(async ({ cert, key }: { cert?: string; key?: string }) =>
      onEnd(
        await serve(
          environmentOf({
            ...variables,
            ...(cert !== undefined && { TLS_CERT: cert }),
            ...(key !== undefined && { TLS_KEY: key }),
          }),
        ),
      ),
    );

  declareContent(
    program.command("content").description("Check, preview, import, export and roll back content."),
    run,
    onEnd,
  );

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
    .option(...JSON_OPTION)
    .action(run(addUser));
  user
    .command("password")
    .description("Set a new password, and sign the person out everywhere.")
    .addArgument(new Argument("<name>", "the username").argParser(notEmpty))
    .option(...STDIN_OPTION)
    .option(...JSON_OPTION)
    .action(run(changeUserPassword));
  declarePeople(user, run);

  const sites = program
    .command("site")
    .description("List and change the sites that may show the app in their pages.");
  sites
    .command("list")
    .description("List the sites that may show the app, and where each is set.")
    .option(...JSON_OPTION)
    .action(run(listSites));
  sites
    .command("add")
    .description("Let a site show the app. A server that is running knows it within seconds.")
    .addArgument(new Argument("<address>", "such as https://www.school.example").argParser(site))
    .option(...JSON_OPTION)
    .action(run(addSiteCommand));
  sites
    .command("remove")
    .description("Let a site no longer show the app.")
    .addArgument(new Argument("<address>", "such as https://www.school.example").argParser(site))
    .option(...JSON_OPTION)
    .action(run(removeSiteCommand));

  const serial = program
    .command("serial")
    .description("Issue, list and revoke serial numbers of the desktop app.");
  serial
    .command("issue")
    .description("Issue a serial number that activates the desktop app.")
    .requiredOption("--seats <n>", "the number of machines that it can activate", positiveNumber)
    .option("--course <key>", "only for this course; may be given several times", collect, [])
    .option("--name <words>", "a note for the list, such as the class", shortName, "")
    .option(...JSON_OPTION)
    .action(run(issueSerial));
  serial
    .command("list")
    .description("List all serial numbers, with the seats taken and the people registered.")
    .option(...JSON_OPTION)
    .action(run(listSerials));
  serial
    .command("revoke")
    .description("Revoke a serial number. Its apps are locked at their next contact.")
    .argument("<number>", "the serial number")
    .option(...JSON_OPTION)
    .action(run(revokeSerial));

  program
    .command("licence")
    .description("Sign licences for machines without a network.")
    .command("sign")
    .description("Sign a licence for a machine without a network. It takes up a seat.")
    .addArgument(
      new Argument("<request>", "the request file from the app, or its text").argParser(notEmpty),
    )
    .option("--until <date>", "the last day on which it is valid (default: a year from now)")
    .option("--out <file>", "write it to a new file instead of standard output")
    .option(...JSON_OPTION)
    .action(run(signLicenceCommand));

  program
    .command("release")
    .description("Sign releases of the desktop app.")
    .command("sign")
    .description("Sign packages of the desktop app, so that installed apps can update to them.")
    .argument("[file...]", "the packages (default: all in DOWNLOADS_DIR)")
    .option(...JSON_OPTION)
    .action(run(signReleases));

  program
    .command("doctor")
    .description("Check the school, and say what to do. Ends with 0 fine, 1 warnings, 2 wrong.")
    .option(...JSON_OPTION)
    .action(run(doctor));
  declareSettings(program, run);
  declareStore(program, run);
  declareAudit(program, run);

  program
    .command("backup")
    .description("Write a backup of the whole school to a new file. The server may be running.")
    .addArgument(new Argument("<file>", "the new file, such as school.tar.zst").argParser(notEmpty))
    .option(...JSON_OPTION)
    .action(run(backupSchool));
  program
    .command("restore")
    .description("Replace the school by the one in a backup, with SQLite or with PostgreSQL.")
    .addArgument(new Argument("<file>", "the backup").argParser(notEmpty))
    .option("--yes", "replace a school that has accounts or content, or is being served", false)
    .option(...JSON_OPTION)
    .action(run(restoreSchool));

  program
    .command("key")
    .description("Print the public key that verifies the school's licences and releases.")
    .option("--new", "create a new key; apps built with the old key reject its licences", false)
    .option("--yes", "create it without asking for confirmation", false)
    .option(...JSON_OPTION)
    .action(async (options) => {
      if (options.yes && !options.new) throw new UsageError("--yes can be used only with --new.");
      onEnd(await licenceKeyCommand(options, environment()));
    });
  return program;
};
