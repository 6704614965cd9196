import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { MIN_PASSWORD_LENGTH } from "../passwords.ts";
import { CommandError } from "./errors.ts";

const firstLine = async (terminal: boolean): Promise<string> => {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
};

/**
 * Reads a new password. On a terminal it prompts without echo. From a pipe or with
 * `--password-stdin` it reads the first line.
 * @throws CommandError when the password is too short
 */
export const askPassword = async (fromInput: boolean): Promise<string> => {
  const asked = !fromInput && process.stdin.isTTY;
  if (asked) process.stderr.write("Password: ");
  const password = await firstLine(asked);
  if (asked) process.stderr.write("\n");
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    throw new CommandError(`A password needs at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  return password;
};
