import { Command, Help, type Option } from "commander";
import type { Environment } from "../school/settings/environment.ts";

/** The settings of a school, below the help of `serve`. */
export const SETTINGS = `
Environment variables:
  PORT               the port to listen on (8080)
  HOST               the address to listen on (127.0.0.1)
  DATA_DIR           the folder of the database and files (./data)
  UPLOADS_DIR        the folder of what people send (DATA_DIR/uploads)
  UPLOADS_RESERVE    the percentage of the disks that uploads leave free (5)
  ACCOUNT_STORAGE_MB, ACCOUNT_MESSAGES, ACCOUNT_HAND_INS, ACCOUNT_NOTES,
  ACCOUNT_TABLES     what one account may store (200 MB, 10000, 2000, 5000, 200)
  WRITES_PER_MINUTE, REQUESTS_AT_ONCE
                     what one account may do (300, 8); 0 is no limit
  DATABASE_URL       a PostgreSQL database, instead of SQLite in DATA_DIR
  STORE_URL          an S3-compatible bucket for files, instead of DATA_DIR, such as
                     s3://BUCKET?endpoint=https://s3.example.com&region=eu-central-1
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY
                     the keys of STORE_URL
  STORE_CACHE_MB     what this server keeps of the bucket in DATA_DIR/cache (1024)
  DOWNLOADS_DIR      the folder of the desktop app's packages (DATA_DIR/downloads)
  PUBLIC_URL         the address that students use, for links in mail
  SMTP_URL           the mail server (without it, mail is written to DATA_DIR/outbox)
  TLS_CERT, TLS_KEY  the same as --cert and --key
  TRUSTED_PROXIES    how many proxies that set X-Forwarded-For stand before the school (0)
  ALLOWED_ORIGINS    your own sites that may embed the app and call the school
  CONTENT_KEPT_DAYS  how long files stay that the content no longer names (7)
  AUDIT_KEPT_DAYS    how long the list of changes is kept (365)
  BACKUP_TIMES       when the school makes backups by itself (never)
  BACKUP_HOUR        at which hour of its own (3)
  BACKUPS_KEPT       how many of them are kept (7)
  LEAVE_SECONDS      how long /ready says that the server leaves, before it stops (0)
  ONE_DEVICE         who uses an account on one device at a time: everyone, students, nobody
                     (everyone)
  SECOND_FACTOR      staff: tutors and above need one; optional: they choose (optional)
  METRICS_TOKEN      the token for /metrics (without it there is no such page)
  OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET, OPENID_NAME, OPENID_SCOPES,
  OPENID_PEOPLE, OPENID_LEVEL_CLAIM, OPENID_COURSES_CLAIM, OPENID_COURSES_MONTHS,
  OPENID_COURSES_UNTIL
                     the school's own accounts, see src/server/accounts.md
  LOG_LEVEL          debug, info, warn, error or silent (info)`;

const NAMES = new Set(SETTINGS.match(/\b[A-Z][A-Z_]+\b(?=,| {2}|\n)/g));

/** @returns the setting that an option such as `--port` may mean; null if there is none */
const settingLike = (option: string): string | null => {
  const name = option.replace(/^--/, "").replaceAll("-", "_").toUpperCase();
  return NAMES.has(name) ? name : null;
};

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

/** What a command prints. */
export interface Answer {
  /** For `--json`. */
  readonly data: unknown;
  /** For people; null if they see only the note. */
  readonly text: string | null;
  /** What standard error has after it. */
  readonly note?: string;
  /** The exit code; absent: 0. */
  readonly code?: number;
}

/** What all commands of a program share. */
interface Runtime {
  /** Reads the settings. @throws CommandError for settings that are wrong */
  environment(): Environment;
  /** Is called with the exit code; null while the process goes on. */
  onEnd(code: number | null): void;
}

/** A command whose errors are one line, and whose help lists what somebody can type. */
export class SchoolCommand extends Command {
  readonly #runtime: Runtime;

  constructor(name: string | undefined, runtime: Runtime) {
    super(name);
    this.#runtime = runtime;
    this.configureOutput({ outputError: (text, write) => write(inOneLine(text)) });
  }

  override createCommand(name?: string): SchoolCommand {
    return new SchoolCommand(name, this.#runtime);
  }

  override createHelp(): Help {
    return Object.assign(new SchoolHelp(), this.configureHelp());
  }

  /**
   * Prints what a function answers, as text or with `--json` as data.
   * @param command of the arguments, the settings and the options; null if it has printed the answer
   */
  answer(command: (...words: never[]) => Promise<Answer | null>): this {
    return this.#answer((words, options) =>
      command(...([...words, this.#runtime.environment(), options] as never[])),
    );
  }

  /** Like `answer`, for a command that needs no settings. */
  answerWithoutSettings(command: (...words: never[]) => Promise<Answer | null>): this {
    return this.#answer((words, options) => command(...([...words, options] as never[])));
  }

  #answer(run: (words: unknown[], options: { json?: boolean }) => Promise<Answer | null>): this {
    return this.option("--json", "print the result as JSON").action(async (...given) => {
      // Commander adds the options and its own command to the arguments.
      const words = given.slice(0, -2);
      const options = given.at(-2);
      const answer = await run(words, options);
      if (answer) {
        const text = options.json ? JSON.stringify(answer.data, null, 2) : answer.text;
        if (text !== null) console.log(text);
        if (answer.note !== undefined) console.error(answer.note);
      }
      this.#runtime.onEnd(answer?.code ?? 0);
    });
  }

  /** Starts what goes on until a signal ends it. */
  start(command: (...words: never[]) => Promise<void>): this {
    return this.action(async (...given) => {
      await command(...(given.slice(0, -1) as never[]));
      this.#runtime.onEnd(null);
    });
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
