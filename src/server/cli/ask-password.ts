import { MIN_PASSWORD_LENGTH, passwordProblem } from "../password-rule.ts";
import { CommandError } from "./errors.ts";
import { readLine } from "./read-line.ts";

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
  const asked = !fromInput && process.stdin.isTTY;
  if (asked) process.stderr.write("Password: ");
  const password = await readLine(asked);
  if (asked) process.stderr.write("\n");
  const problem = await passwordProblem(password, names);
  if (problem === "too-short") {
    throw new CommandError(`A password needs at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  if (problem === "too-common") {
    throw new CommandError("This password is easy to guess. Choose a less common one.");
  }
  return password;
};
