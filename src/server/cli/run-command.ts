import { CommanderError } from "commander";
import { StoreSettingsError, StoreUnavailableError } from "../store/store-errors.ts";
import { CommandError, UsageError } from "./command-context.ts";
import { createProgram } from "./program.ts";
import { rewriteHelp } from "./school-command.ts";

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
