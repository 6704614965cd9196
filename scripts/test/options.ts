import { Command, CommanderError } from "commander";
import { playwrightParts } from "./playwright.ts";
import { vitestParts } from "./vitest.ts";

/** The parts of the tests, in the order of running. */
export const parts = ["check", ...vitestParts, ...playwrightParts, "sizes"] as const;
export type Part = (typeof parts)[number];

/** The parts that run with `--all`, or if they are named. */
export const SECOND_ROUND: readonly Part[] = ["postgres", "desktop", "firefox", "webkit", "sizes"];

const isPart = (word: string): word is Part => parts.some((part) => part === word);

/** The parsed command line. */
export interface TestOptions {
  /** The parts to run; empty: all parts that match the other options. */
  parts: readonly Part[];
  /** Words in the names of test files; empty: all files. */
  words: readonly string[];
  /** A title, or a regular expression for titles; case is ignored. */
  grep: string | null;
  /** Selects only files changed since this commit; null: all files. */
  changedSince: string | null;
  watch: boolean;
  /** Adds the second round: what repeats the first one elsewhere, and more cases of the sweeps. */
  all: boolean;
  /** Takes all cases of attacks and sweeps. */
  long: boolean;
}

const HELP = `
Parts:
  check       format, lint, types, messages, the table of promises
  unit        rules, services and models, without a page
  adapters    storage, files and network of a browser and of the desktop app
  server      the school's calls, its database (SQLite), its commands
  hostile     attacks on the school: every call, every role, fuzzing, slow connections
  faults      a full disk, a killed process, a damaged file
  components  single components, on Preact
  e2e         the web app in Chromium, on Preact

Parts that run with --all, or if they are named:
  postgres    what may differ on PostgreSQL
  desktop     the desktop app in Chromium, and on its runtime if there is one
  firefox     the web app in Firefox
  webkit      the web app and the desktop app in WebKitGTK
  sizes       the builds against their size budgets

--all also repeats components and the web app on React, and takes more cases of the sweeps.

Examples:
  npm test                          the first round: what every change must pass at a desk
  npm test -- --all                 both rounds: what every change must pass before it lands
  npm test -- unit server           two parts
  npm test -- e2e sign-in           files of a part whose names contain a word
  npm test -- sign-in               such files of all parts
  npm test -- e2e -g "wrong password"
  npm test -- hostile --long        every line of every list of attacks
  npm test -- drafting --long       every body of every sweep
  npm test -- --changed             tests affected by uncommitted changes
  npm test -- --since main          tests affected by changes since a commit
  npm test -- --watch               unit tests, again at every change
  npm test -- --watch components field

--changed runs the tests that import a changed file. Browser tests load a build and do not import its
sources, so they are selected by the name of the feature, or the whole part runs.
`;

const createCommand = () =>
  new Command("npm test --")
    .description("Sets up the project and runs its tests.")
    .usage("[part or word]... [options]")
    .argument("[words...]", "parts to run, and words in the names of test files")
    .option(
      "-g, --grep <title>",
      "only tests with this title, or whose title matches (a regular expression)",
    )
    .option("--changed", "only tests affected by uncommitted changes")
    .option("--since <commit>", "only tests affected by changes since a commit")
    .option("--watch", "run Vitest's tests again whenever a file changes; unit tests by default")
    .option("--long", "all cases of attacks and sweeps, which takes hours")
    .option("--all", "also what repeats the tests elsewhere, and more of the sweeps")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP);

/** Invalid arguments. The message is one line. */
export class OptionsError extends Error {}

const checkWatch = (named: readonly Part[]): void => {
  const others = named.filter((part) => !vitestParts.some((name) => name === part));
  if (others.length > 0) {
    throw new OptionsError(
      `--watch does not support ${others.join(", ")}. It supports: ${vitestParts.join(", ")}.`,
    );
  }
};

/**
 * Parses the arguments after `npm test --`.
 * @returns null if help was printed
 * @throws OptionsError
 */
export const readOptions = (words: readonly string[]): TestOptions | null => {
  const command = createCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  try {
    command.parse([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    throw new OptionsError(error.message.replace(/^error: /, ""));
  }
  const { changed, since, ...rest } = command.opts<{
    grep?: string;
    changed?: boolean;
    since?: string;
    watch?: boolean;
    all?: boolean;
    long?: boolean;
  }>();
  const named = command.args.filter(isPart);
  if (rest.watch) checkWatch(named);
  return {
    ...{ grep: null, watch: false, all: false, long: false, ...rest },
    parts: named,
    words: command.args.filter((word) => !isPart(word)),
    changedSince: since ?? (changed ? "HEAD" : null),
  };
};
