import { readFile, stat, writeFile } from "node:fs/promises";
import { Argument } from "commander";
import { MAX_LICENCE_TEXT_LENGTH, REQUEST_FORMAT } from "../../contract/licence-file.ts";
import { COMMAND } from "../../domain/audit.ts";
import type { Day } from "../../domain/calendar.ts";
import { defaultLicenceEnd, isLicenceEnd, MAX_LICENCE_DAYS } from "../../domain/licence-end.ts";
import { type SigningFailure, signRequest } from "../activation/sign-request.ts";
import { readSchoolDays } from "../school/school-days.ts";
import type { Environment } from "../school/settings/environment.ts";
import { withDatabase } from "./command-context.ts";
import { notEmpty } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import { CommandError, escapeForTerminal, UsageError } from "./terminal.ts";

const SENTENCES: Record<SigningFailure, string> = {
  absent: "It contains no request from the desktop app.",
  damaged: "The request is incomplete or was changed in transit. Ask for it again.",
  "other-version":
    "The request was made by a version of the app that this school does not support.",
  "unknown-serial": "Its serial number is not one of this school's, or has been revoked.",
  "not-registered":
    "Its serial number is not registered yet, and the request has no registration because it was made to renew a licence.",
  "no-seat": "Its serial number has no seat left.",
};

const isRequest = new RegExp(`^\\s*${REQUEST_FORMAT.name}\\d`);

/** The argument may be the request itself, for example when it comes from a QR code. */
const readRequest = async (given: string): Promise<string> => {
  if (isRequest.test(given)) return given;
  try {
    if ((await stat(given)).size > MAX_LICENCE_TEXT_LENGTH)
      throw new CommandError(`${given} is not a request.`);
    return await readFile(given, "utf8");
  } catch (reason) {
    if (reason instanceof CommandError) throw reason;
    throw new CommandError(`The file "${given}" cannot be read.`);
  }
};

const endIn = (given: string | undefined, today: Day<"school">): string => {
  const until = given ?? defaultLicenceEnd(today);
  if (isLicenceEnd(until, today)) return until;
  throw new UsageError(
    `--until must be a date such as ${defaultLicenceEnd(today)}, at most ${MAX_LICENCE_DAYS} days from today.`,
  );
};

const writeNew = async (file: string, text: string): Promise<void> => {
  try {
    await writeFile(file, text, { flag: "wx" });
  } catch (reason) {
    const isThere = reason instanceof Error && "code" in reason && reason.code === "EEXIST";
    throw new CommandError(
      isThere ? `The file "${file}" already exists.` : `"${file}" could not be written.`,
    );
  }
};

/**
 * Signs an activation request from a machine without a network. Writes the licence to a file, or
 * alone to standard output.
 */
const signLicence = async (
  given: string,
  environment: Environment,
  options: { until?: string; out?: string },
) => {
  const { out } = options;
  const request = await readRequest(given);
  const { signed, until } = await withDatabase(environment, async (database) => {
    const today = (await readSchoolDays(database.read)).of(Date.now());
    const until = endIn(options.until, today);
    const signed = await signRequest(
      { database, clock: Date.now },
      request,
      until,
      async () => COMMAND,
    );
    return { signed, until };
  });
  if (!signed.ok) throw new CommandError(SENTENCES[signed.failure]);
  const { licence, serialNumber, fullName } = signed.value;
  if (out !== undefined) await writeNew(out, `${licence}\n`);
  const data = { licence, serialNumber, fullName, until };
  const where = out === undefined ? "" : ` It is in ${out}.`;
  return {
    data,
    text: out === undefined ? licence : null,
    note: `Signed a licence with ${serialNumber} for ${escapeForTerminal(fullName)}, valid until ${until}.${where}`,
  };
};

export const declareLicence = (program: SchoolCommand): void => {
  program
    .command("licence")
    .description("Sign licences for machines without a network.")
    .command("sign")
    .description("Sign a licence for a machine without a network. It takes up a seat.")
    .addArgument(
      new Argument("<request>", "the request file from the app, or its text").argParser(notEmpty),
    )
    .option("--until <date>", "the last day on which it is valid (default: a year from now)")
    .option("--out <file>", "write it to a new file instead of standard output")
    .answer(signLicence);
};
