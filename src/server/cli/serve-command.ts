import type { Environment } from "../environment.ts";
import { Log } from "../log.ts";
import { runUntilSignal } from "../run-until-signal.ts";
import { startSchoolServer } from "../school-server.ts";
import { startupError } from "../startup-error.ts";
import { CommandError } from "./errors.ts";

/** Serves the school until a signal ends it. */
export const serve = async (environment: Environment): Promise<null> => {
  const log = new Log(environment.logLevel);
  try {
    runUntilSignal(await startSchoolServer({ environment, log }));
  } catch (reason) {
    throw new CommandError(startupError(reason, environment));
  }
  return null;
};
