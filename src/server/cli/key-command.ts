import { COMMAND } from "../../domain/audit.ts";
import {
  exportPublicKey,
  hasLicenceKey,
  licenceKey,
  replaceLicenceKey,
} from "../activation/licence-key.ts";
import type { Environment } from "../school/settings/environment.ts";
import { CommandError } from "./errors.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { withDatabase } from "./with-database.ts";

const WARNING = `Desktop apps that were built with the present key refuse every licence of a new one: nobody
can activate them any more until they have an app that was built with the new key.
Run it again with --yes if that is what you want.`;

/** Prints the public half of the school's licence key. Creates the key if there is none. */
export const licenceKeyCommand = async (
  options: JsonOption & { new: boolean; yes: boolean },
  environment: Environment,
): Promise<number> => {
  const key = await withDatabase(environment, async (database) => {
    if (options.new && (await hasLicenceKey(database))) {
      if (!options.yes) throw new CommandError(WARNING);
      await replaceLicenceKey(database, COMMAND, Date.now());
    }
    return licenceKey(database);
  });
  const publicKey = exportPublicKey(key);
  printResult(options, { publicKey }, `SCHOOL_PUBLIC_KEY=${publicKey}`);
  return 0;
};
