import { OptionsError, type Part, readOptions } from "./options.ts";
import { addSecondRound } from "./round.ts";
import { select } from "./select.ts";
import type { Selection } from "./selection.ts";
import { vitestParts, watchVitest } from "./vitest.ts";

/**
 * Finds the tests for the arguments after `npm test --`. Exits after help, after watching, or if
 * nothing is selected; with code 2 for invalid arguments.
 */
export const readCommandLine = async (words: readonly string[]): Promise<Map<Part, Selection>> => {
  try {
    const options = readOptions(words);
    if (options === null) process.exit(0);
    if (options.long) process.env.HOSTILE_LONG = "1";
    // Whoever names tests wants them, in whichever round they run.
    const isNamed = options.words.length > 0 || options.grep !== null;
    if (options.all || isNamed || options.changedSince !== null) addSecondRound();
    if (options.watch) {
      const named = vitestParts.filter((part) => options.parts.includes(part));
      const parts = named.length > 0 ? named : (["unit"] as const);
      const ending = await watchVitest(parts, options.words, options.grep);
      process.exit("code" in ending ? ending.code : 1);
    }
    const selected = await select(options);
    if (selected.size > 0) return selected;
    if (options.changedSince === null) throw new OptionsError("No test has a matching title.");
    console.log("No test is affected by the changes.");
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
};
