import { CommanderError } from "commander";
import { COMMAND } from "../../domain/audit.ts";
import {
  exportPublicKey,
  hasLicenceKey,
  licenceKey,
  replaceLicenceKey,
} from "../activation/licences.ts";
import { Log } from "../log.ts";
import { runUntilSignal } from "../run-until-signal.ts";
import { type Environment, readEnvironment } from "../school/settings/environment.ts";
import { type SchoolServer, startSchoolServer } from "../school-server.ts";
import { startupError } from "../startup-error.ts";
import { StoreSettingsError, StoreUnavailableError } from "../store/store-errors.ts";
import { declareAudit } from "./audit-commands.ts";
import { declareBackup } from "./backup-commands.ts";
import { withDatabase } from "./command-context.ts";
import { declareContent } from "./content-commands.ts";
import { declareDoctor } from "./doctor-command.ts";
import { declareInit } from "./init-command.ts";
import { declareLicence } from "./licence-command.ts";
import { declareRelease } from "./release-command.ts";
import { rewriteHelp, SchoolCommand, SETTINGS } from "./school-command.ts";
import { declareSerials } from "./serial-commands.ts";
import { declareSettings } from "./settings-commands.ts";
import { declareSites } from "./site-commands.ts";
import { declareStore } from "./store-commands.ts";
import { CommandError, UsageError } from "./terminal.ts";
import { declareUsers } from "./user-commands.ts";

type Variables = Record<string, string | undefined>;

const environmentOf = (variables: Variables): Environment => {
  const read = readEnvironment(variables);
  if (!read.ok) throw new CommandError(read.failure);
  return read.value;
};

/** Prints the link that sets up a school in which nobody has an account. It is no part of the log. */
const printStartLink = async (server: SchoolServer): Promise<void> => {
  const link = await server.startLink();
  if (link === null) return;
  console.error(`This school is new. Set it up within 24 hours, once, at\n\n  ${link}\n`);
};

const serve = async (environment: Environment): Promise<void> => {
  const log = new Log(environment.logLevel);
  try {
    const server = await startSchoolServer({ environment, log });
    await printStartLink(server);
    runUntilSignal(server);
  } catch (reason) {
    throw new CommandError(startupError(reason, environment));
  }
};

const WARNING = `Desktop apps that were built with the present key refuse every licence of a new one: nobody
can activate them any more until they have an app that was built with the new key.
Run it again with --yes if that is what you want.`;

/** Prints the public half of the school's licence key. Creates the key if there is none. */
const printKey = async (environment: Environment, options: { new: boolean; yes: boolean }) => {
  if (options.yes && !options.new) throw new UsageError("--yes can be used only with --new.");
  const key = await withDatabase(environment, async (database) => {
    if (options.new && (await hasLicenceKey(database))) {
      if (!options.yes) throw new CommandError(WARNING);
      await replaceLicenceKey(database, COMMAND, Date.now());
    }
    return licenceKey(database);
  });
  const publicKey = exportPublicKey(key);
  return { data: { publicKey }, text: `SCHOOL_PUBLIC_KEY=${publicKey}` };
};

/**
 * Builds the command line of the school.
 * @param variables the environment variables
 * @param onEnd is called with the exit code of the command; null while the server keeps running
 */
export const createProgram = (
  variables: Variables,
  onEnd: (code: number | null) => void,
): SchoolCommand => {
  const runtime = { environment: () => environmentOf(variables), onEnd };
  const program = new SchoolCommand("npm run school --", runtime)
    .description(
      "Runs a school: its content, its accounts, its server, its backups, and its desktop app.",
    )
    .exitOverride()
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Show this help, or the help of a command.");
  declareInit(program);
  program
    .command("serve")
    .description("Serve the school until a signal stops it.")
    .option("--cert <file>", "a certificate in PEM format: the school then uses TLS")
    .option("--key <file>", "the certificate's key; a renewed pair is loaded within a minute")
    .addHelpText("after", SETTINGS)
    .start(({ cert, key }: { cert?: string; key?: string }) =>
      serve(
        environmentOf({
          ...variables,
          ...(cert !== undefined && { TLS_CERT: cert }),
          ...(key !== undefined && { TLS_KEY: key }),
        }),
      ),
    );
  declareContent(program);
  declareUsers(program);
  declareSites(program);
  declareSerials(program);
  declareLicence(program);
  declareRelease(program);
  declareDoctor(program);
  declareSettings(program);
  declareStore(program);
  declareAudit(program);
  declareBackup(program);
  program
    .command("key")
    .description("Print the public key that verifies the school's licences and releases.")
    .option("--new", "create a new key; apps built with the old key reject its licences", false)
    .option("--yes", "create it without asking for confirmation", false)
    .answer(printKey);
  return program;
};

/**
 * Runs a command of the school and prints its result.
 * @returns the exit code: 0 success, 1 failure, 2 wrong usage; null while the server keeps running
 */
export const runCommand = async (
  words: readonly string[],
  variables: Record<string, string | undefined>,
): Promise<number | null> => {
  let code: number | null = 0;
  const program = createProgram(variables, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(rewriteHelp(program, words), { from: "user" });
    return code;
  } catch (reason) {
    // Commander has already printed the message or the help.
    if (reason instanceof CommanderError) return reason.exitCode === 0 ? 0 : 2;
    if (reason instanceof UsageError) {
      console.error(reason.message);
      return 2;
    }
    const isSentence =
      reason instanceof CommandError ||
      reason instanceof StoreSettingsError ||
      reason instanceof StoreUnavailableError;
    console.error(isSentence ? reason.message : reason);
    return 1;
  }
};
