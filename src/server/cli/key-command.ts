import { parseArgs } from "node:util";
import { hasLicenceKey, licenceKey, publicHalf, replaceLicenceKey } from "../db/licence-key.ts";
import type { Environment } from "../environment.ts";
import { CommandError, UsageError } from "./usage.ts";
import { withDatabase } from "./with-database.ts";

const WARNING = `Desktop apps that were built with the present key refuse every licence of a new one: nobody
can activate them any more until they have an app that was built with the new key.
Run it again with --yes if that is what you want.`;

const parsed = (words: readonly string[]) => {
  try {
    const options = { new: { type: "boolean" }, yes: { type: "boolean" } } as const;
    return parseArgs({ args: [...words], options }).values;
  } catch (reason) {
    throw new UsageError(reason instanceof Error ? reason.message : String(reason));
  }
};

/** Prints the public half of the school's key for licences, which is made if there is none yet. */
export const licenceKeyCommand = async (
  words: readonly string[],
  environment: Environment,
): Promise<number> => {
  const { new: anew = false, yes = false } = parsed(words);
  if (yes && !anew) throw new UsageError("--yes goes with --new.");
  const key = await withDatabase(environment, async (database) => {
    if (anew && (await hasLicenceKey(database))) {
      if (!yes) throw new CommandError(WARNING);
      await replaceLicenceKey(database);
    }
    return licenceKey(database);
  });
  console.log(`SCHOOL_PUBLIC_KEY=${publicHalf(key)}`);
  return 0;
};
