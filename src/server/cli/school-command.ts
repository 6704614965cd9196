import { Command, Help, type Option } from "commander";
import { COMMAND } from "../../domain/audit.ts";
import {
  exportPublicKey,
  hasLicenceKey,
  licenceKey,
  replaceLicenceKey,
} from "../activation/licences.ts";
import { Log } from "../log.ts";
import { runUntilSignal } from "../run-until-signal.ts";
import type { Environment } from "../school/settings/environment.ts";
import { type SchoolServer, startSchoolServer } from "../school-server.ts";
import { startupError } from "../startup-error.ts";
import { CommandError, withDatabase } from "./command-context.ts";
import { settingLike } from "./settings-commands.ts";
import { type JsonOption, printResult } from "./terminal.ts";

/** Every command with its arguments, such as `content check <folder>`. */
const commandsOf = (command: Command, before = ""): { term: string; description: string }[] =>
  command.commands.flatMap((child) => {
    const name = `${before}${child.name()}`;
    if (child.commands.length > 0) return commandsOf(child, `${name} `);
    const values = child.registeredArguments.map((argument) => {
      const term = argument.name() + (argument.variadic ? "..." : "");
      return argument.required ? `<${term}>` : `[${term}]`;
    });
    return { term: [name, ...values].join(" "), description: child.description() };
  });

/** The help of `npm run school --`: lists all commands, including subcommands. */
const overview = (program: Command): string => {
  const commands = commandsOf(program);
  const width = Math.max(...commands.map(({ term }) => term.length));
  return [
    "Usage: npm run school -- <command> [options]",
    "",
    program.description(),
    "",
    "Commands:",
    ...commands.map(({ term, description }) => `  ${term.padEnd(width)}  ${description}`),
    "",
    "A command with --help shows its options. All but serve print JSON with --json.",
    "",
  ].join("\n");
};

/** Whether the help leaves out a default. */
const isEmpty = (value: unknown): boolean =>
  value === false || value === "" || (Array.isArray(value) && value.length === 0);

class SchoolHelp extends Help {
  override optionDescription(option: Option): string {
    return isEmpty(option.defaultValue) ? option.description : super.optionDescription(option);
  }

  override formatHelp(command: Command, helper: Help): string {
    return command.parent === null ? overview(command) : super.formatHelp(command, helper);
  }
}

/** One line: `Unknown command 'sreve'. Did you mean serve?` */
const inOneLine = (text: string): string => {
  const [, sentence = "", question = ""] =
    /^error: (.*?)\.?\s*(?:\((Did you mean .*?)\))?\s*$/s.exec(text) ?? [];
  if (sentence === "") return text;
  const setting = settingLike(/^unknown option '(--[^'=]+)/.exec(sentence)?.[1] ?? "");
  if (setting) {
    return `${setting} is a setting, not an option: ${setting}=… npm run school -- serve.\n`;
  }
  const first = sentence[0]?.toUpperCase() + sentence.slice(1).replace(/\s*\n\s*/g, " ");
  return `${first}.${question === "" ? "" : ` ${question}`}\n`;
};

/** A command whose errors are one line, and whose help lists what somebody can type. */
export class SchoolCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.configureOutput({ outputError: (text, write) => write(inOneLine(text)) });
  }

  override createCommand(name?: string): Command {
    return new SchoolCommand(name);
  }

  override createHelp(): Help {
    return Object.assign(new SchoolHelp(), this.configureHelp());
  }
}

const isHelpOption = (word: string): boolean => word === "-h" || word === "--help";

/** Follows words from command to subcommand, up to the first that is neither. */
const follow = (program: Command, words: readonly string[]) => {
  const path: string[] = [];
  let command = program;
  for (const word of words) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) return { path, unknown: command.commands.length > 0 ? word : null };
    path.push(word);
    command = child;
  }
  return { path, unknown: null };
};

/**
 * Rewrites a request for help to `COMMAND --help`. Commander itself takes one word after `help`, and
 * shows the help of what it knows when a word before `--help` is unknown.
 * @returns the words to parse; with an unknown command those that lead to the error about it
 */
export const rewriteHelp = (program: Command, words: readonly string[]): string[] => {
  const isAsked = words.some(isHelpOption) || follow(program, words).unknown === "help";
  if (!isAsked) return [...words];
  const { path, unknown } = follow(
    program,
    words.filter((word) => !word.startsWith("-") && word !== "help"),
  );
  return [...path, unknown ?? "--help"];
};

/** Prints the link that sets up a school in which nobody has an account. It is no part of the log. */
const printStartLink = async (server: SchoolServer): Promise<void> => {
  const link = await server.startLink();
  if (link === null) return;
  console.error(`This school is new. Set it up within 24 hours, once, at\n\n  ${link}\n`);
};

/** Serves the school until a signal ends it. */
export const serve = async (environment: Environment): Promise<null> => {
  const log = new Log(environment.logLevel);
  try {
    const server = await startSchoolServer({ environment, log });
    await printStartLink(server);
    runUntilSignal(server);
  } catch (reason) {
    throw new CommandError(startupError(reason, environment));
  }
  return null;
};

const WARNING = `Desktop apps that were built with the present key refuse every licence of a new one: nobody
can activate them any more until they have an app that was built with the new key.
Run it again with --yes if that is what you want.`;

/** Prints the public half of the school's licence key. Creates the key if there is none. */
export const licenceKeyCommand = async (
  options: JsonOption & { new: boolean; yes: boolean },
  environment: Environment,
): Promise<number> => {
  const key = await withDatabase(environment, async (database) => {
    if (options.new && (await hasLicenceKey(database))) {
      if (!options.yes) throw new CommandError(WARNING);
      await replaceLicenceKey(database, COMMAND, Date.now());
    }
    return licenceKey(database);
  });
  const publicKey = exportPublicKey(key);
  printResult(options, { publicKey }, `SCHOOL_PUBLIC_KEY=${publicKey}`);
  return 0;
};
