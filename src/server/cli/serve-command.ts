import { Log } from "../log.ts";
import { runUntilSignal } from "../run-until-signal.ts";
import type { Environment } from "../school/settings/environment.ts";
import { type SchoolServer, startSchoolServer } from "../school-server.ts";
import { startupError } from "../startup-error.ts";
import { CommandError } from "./errors.ts";

/** Prints the link that sets up a school in which nobody has an account. It is no part of the log. */
const printStartLink = async (server: SchoolServer): Promise<void> => {
  const link = await server.startLink();
  if (link === null) return;
  console.error(`This school is new. Set it up within 24 hours, once, at\n\n  ${link}\n`);
};

/** Serves the school until a signal ends it. */
export const serve = async (environment: Environment): Promise<null> => {
  const log = new Log(environment.logLevel);
  try {
    const server = await startSchoolServer({ environment, log });
    await printStartLink(server);
    runUntilSignal(server);
  } catch (reason) {
    throw new CommandError(startupError(reason, environment));
  }
  return null;
};
