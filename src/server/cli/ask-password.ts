import { MIN_PASSWORD_LENGTH, passwordProblem } from "../accounts/password/password-rule.ts";
import { CommandError } from "./errors.ts";
import { readLine } from "./read-line.ts";

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
  const asked = !fromInput && process.stdin.isTTY;
  if (asked) process.stderr.write("Password: ");
  const password = await readLine(asked);
  if (asked) process.stderr.write("\n");
  const sentence = await passwordSentence(password, names);
  if (sentence !== null) throw new CommandError(sentence);
  return password;
};
