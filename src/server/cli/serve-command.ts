import { parseArgs } from "node:util";
import type { Environment } from "../environment.ts";
import { Log } from "../log.ts";
import { runUntilSignal, startingProblem } from "../run-until-signal.ts";
import { startSchoolServer } from "../school-server.ts";
import { CommandError, UsageError } from "./usage.ts";

/** The settings that words after `serve` stand for. @throws UsageError */
export const serveSettings = (words: readonly string[]): Record<string, string> => {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { cert: { type: "string" }, key: { type: "string" } },
    });
    return {
      ...(values.cert !== undefined && { TLS_CERT: values.cert }),
      ...(values.key !== undefined && { TLS_KEY: values.key }),
    };
  } catch (reason) {
    throw new UsageError(reason instanceof Error ? reason.message : String(reason));
  }
};

/** Serves the school until it is ended by a signal. */
export const serve = async (environment: Environment): Promise<null> => {
  const log = new Log(environment.logLevel);
  try {
    runUntilSignal(await startSchoolServer({ environment, log }));
  } catch (reason) {
    throw new CommandError(startingProblem(reason, environment));
  }
  return null;
};
