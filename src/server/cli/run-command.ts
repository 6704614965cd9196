import { type Environment, readEnvironment } from "../environment.ts";
import { checkContent, importContent } from "./content-commands.ts";
import { exportContent } from "./export-command.ts";
import { licenceKeyCommand } from "./key-command.ts";
import { signLicenceCommand } from "./licence-command.ts";
import { signReleases } from "./release-command.ts";
import { issueSerial, listSerials, revokeSerial } from "./serial-commands.ts";
import { serve, serveSettings } from "./serve-command.ts";
import { CommandError, USAGE, UsageError } from "./usage.ts";
import { addUser, changeUserPassword } from "./user-commands.ts";

type Variables = Record<string, string | undefined>;

const environmentOf = (variables: Variables): Environment => {
  const read = readEnvironment(variables);
  if (!read.ok) throw new CommandError(read.failure);
  return read.value;
};

const only = (values: readonly string[], name: string): string => {
  const [value] = values;
  if (value === undefined) throw new UsageError(`${name} is missing.`);
  if (values.length > 1) throw new UsageError(`"${values[1]}" is one word too many.`);
  return value;
};

/** Commands of two words. */
const TWO_WORDS = new Set(["content", "licence", "release", "serial", "user"]);

const dispatch = async (words: readonly string[], variables: Variables): Promise<number | null> => {
  const [first, second, ...rest] = words;
  switch (TWO_WORDS.has(first ?? "") ? `${first} ${second ?? ""}` : first) {
    case "serve":
      return serve(environmentOf({ ...variables, ...serveSettings(words.slice(1)) }));
    case "content check":
      return checkContent(only(rest, "FOLDER"));
    case "content import":
      return importContent(only(rest, "FOLDER"), environmentOf(variables));
    case "content export":
      return exportContent(rest, environmentOf(variables));
    case "user add":
      return addUser(rest, environmentOf(variables));
    case "user password":
      return changeUserPassword(rest, environmentOf(variables));
    case "serial issue":
      return issueSerial(rest, environmentOf(variables));
    case "serial list":
      if (rest[0] !== undefined) throw new UsageError(`"${rest[0]}" is one word too many.`);
      return listSerials(environmentOf(variables));
    case "serial revoke":
      return revokeSerial(only(rest, "NUMBER"), environmentOf(variables));
    case "licence sign":
      return signLicenceCommand(rest, environmentOf(variables));
    case "release sign":
      return signReleases(rest, environmentOf(variables));
    case "key":
      return licenceKeyCommand(words.slice(1), environmentOf(variables));
    case "help":
    case "--help":
    case "-h":
      console.log(USAGE);
      return 0;
    case undefined:
      throw new UsageError("Which command?");
    default:
      throw new UsageError(`There is no command "${words.slice(0, 2).join(" ")}".`);
  }
};

/**
 * Runs a command of the school and says what it did.
 * @returns the exit code: 0 done, 1 not done, 2 wrong usage; null while it goes on serving
 */
export const runCommand = async (
  words: readonly string[],
  variables: Variables,
): Promise<number | null> => {
  try {
    return await dispatch(words, variables);
  } catch (reason) {
    if (reason instanceof UsageError) {
      console.error(`${reason.message}\n\n${USAGE}`);
      return 2;
    }
    console.error(reason instanceof CommandError ? reason.message : reason);
    return 1;
  }
};
