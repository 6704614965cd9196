import { CommanderError } from "commander";
import { CommandError, UsageError } from "./errors.ts";
import { createProgram } from "./program.ts";

/**
 * Runs a command of the school and says what it did.
 * @returns the exit code: 0 done, 1 not done, 2 wrong usage; null while it goes on serving
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
    await program.parseAsync([...words], { from: "user" });
    return code;
  } catch (reason) {
    // It has printed its message or its help already.
    if (reason instanceof CommanderError) return reason.exitCode === 0 ? 0 : 2;
    if (reason instanceof UsageError) {
      console.error(reason.message);
      return 2;
    }
    console.error(reason instanceof CommandError ? reason.message : reason);
    return 1;
  }
};
