import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { MIN_PASSWORD_LENGTH } from "../../domain/password.ts";
import { passwordProblem } from "../accounts/password/password-rule.ts";
import { isStorageFull } from "../db/sqlite-file.ts";

/** The command line is invalid, for example an unknown command. The message is one line. */
export class UsageError extends Error {}

/** The command failed. The message gives the reason in one sentence. */
export class CommandError extends Error {}

/** Control characters, line separators, and marks that change the text direction. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes user-supplied text safe to print on one line of a terminal. */
export const escapeForTerminal = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, "\ufffd");

const DISK_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: "You do not have permission to read or write there.",
  EPERM: "You do not have permission to read or write there.",
  EROFS: "The disk can only be read.",
  ENOTDIR: "A part of that path is a file, not a folder.",
  ENOENT: "There is no such folder.",
};

/** What an error of the disk means, as a sentence; null for another error. */
export const diskSentence = (reason: unknown): string | null => {
  if (isStorageFull(reason)) return "There is no space left on the disk.";
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : "";
  return DISK_SENTENCES[code] ?? null;
};

/** Such as `1 problem` and `2 problems`. */
export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const PROGRESS_MS = 5000;

/** Prints how far long work is, every few seconds. */
export const createProgress = (print: (text: string) => void) => {
  let next = performance.now() + PROGRESS_MS;
  return (text: string) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_MS;
    print(text);
  };
};

/** Formats rows as aligned columns, without trailing spaces. A column without values takes no room. */
export const inColumns = (rows: readonly string[][]): string => {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
        .filter((cell) => cell !== "")
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

/**
 * Reads the first line of standard input without showing it.
 * @param terminal whether somebody types it
 */
export const readLine = async (terminal = false): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
};

/** Why a password cannot be used, as a sentence; null for a good one. */
export const passwordSentence = async (
  password: string,
  names: readonly string[],
): Promise<string | null> => {
  const problem = await passwordProblem(password, names);
  if (problem === "too-short") {
    return `A password needs at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  return problem && "This password is easy to guess. Choose a less common one.";
};

/**
 * Reads a new password. On a terminal it prompts without echo. From a pipe or with
 * `--password-stdin` it reads the first line.
 * @param names the person's own names, which a password must not be
 * @throws CommandError when the password is too short, or easy to guess
 */
export const askPassword = async (
  fromInput: boolean,
  names: readonly string[],
): Promise<string> => {
  const isPrompted = !fromInput && process.stdin.isTTY;
  if (isPrompted) process.stderr.write("Password: ");
  const password = await readLine(isPrompted);
  if (isPrompted) process.stderr.write("\n");
  const sentence = await passwordSentence(password, names);
  if (sentence !== null) throw new CommandError(sentence);
  return password;
};

/** Why an answer cannot be taken, as a sentence; null for a good one. */
export type Check = (answer: string) => string | null | Promise<string | null>;

/** Asks a person at a terminal, one line after the other. Prints to standard error. */
export class TerminalQuestions {
  #isSecret = false;
  readonly #interface: ReturnType<typeof createInterface>;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    const echo = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#isSecret) process.stderr.write(chunk);
        done();
      },
    });
    this.#interface = createInterface({ input: process.stdin, output: echo, terminal: true });
    this.#lines = this.#interface[Symbol.asyncIterator]();
  }

  /** The next line. @throws CommandError at the end of what is typed */
  async #line(question: string): Promise<string> {
    process.stderr.write(`${question}: `);
    const { value, done } = await this.#lines.next();
    if (done) throw new CommandError("Nothing was changed: not all questions were answered.");
    return value;
  }

  /**
   * Asks for a line, until it can be taken.
   * @param byDefault for an empty answer
   * @throws CommandError at the end of what is typed
   */
  async ask(question: string, byDefault = "", check: Check = () => null): Promise<string> {
    for (;;) {
      const line = await this.#line(byDefault ? `${question} [${byDefault}]` : question);
      const answer = line.trim() || byDefault;
      const problem = await check(answer);
      if (problem === null) return answer;
      process.stderr.write(`${problem}\n`);
    }
  }

  /** Asks for a line twice without showing it, until it can be taken. @throws CommandError as `ask` */
  async askSecret(question: string, check: Check): Promise<string> {
    for (;;) {
      this.#isSecret = true;
      try {
        const answer = await this.#line(question);
        process.stderr.write("\n");
        let problem = await check(answer);
        if (problem === null) {
          if ((await this.#line(`${question} again`)) === answer) return answer;
          problem = "\nThe two are not the same.";
        }
        process.stderr.write(`${problem}\n`);
      } finally {
        this.#isSecret = false;
      }
    }
  }

  close(): void {
    this.#interface.close();
  }
}
