import { FINDING_STATES, type FindingState, worstOf } from "../../domain/doctor.ts";
import { openDatabase } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";
import { effectiveEnvironment } from "../school/settings/live-settings.ts";
import { WEB_DIR } from "../school-server.ts";
import { serverTexts } from "../server-texts.ts";
import { startupError } from "../startup-error.ts";
import { openStore } from "../store/open-store.ts";
import { type Finding, found } from "./doctor/checks.ts";
import { runChecks } from "./doctor/run-checks.ts";
import type { SchoolCommand } from "./school-command.ts";
import { escapeForTerminal, inColumns } from "./terminal.ts";

const EXIT_CODES: Record<FindingState, number> = { fine: 0, warning: 1, wrong: 2 };

/** Checks the school; without its database that is all that can be said. */
const examine = async (environment: Environment): Promise<Finding[]> => {
  const { dataDir, databaseUrl } = environment;
  try {
    const database = await openDatabase(dataDir, databaseUrl);
    try {
      const effective = await effectiveEnvironment(environment, database.read);
      const store = await openStore(effective, database, () => {});
      const school = { environment: effective, database, store, clock: Date.now };
      return await runChecks({ ...school, webDir: WEB_DIR });
    } finally {
      await database.close();
    }
  } catch (reason) {
    const away = found("staff-doctor.database-away", { reason: startupError(reason, environment) });
    return [{ check: "database", state: FINDING_STATES[away.code], ...away }];
  }
};

/** Says what is fine, and what is to be done. @returns 0 fine, 1 warnings, 2 something is wrong */
const doctor = async (environment: Environment) => {
  const findings = await examine(environment);
  const texts = serverTexts("en");
  const described = findings.map(({ check, state, code, values }) => ({
    ...{ check, state, code, values },
    message: texts(code, values),
  }));
  const rows = described.map(({ check, state, message }) => [
    texts(`staff-doctor.${state}`),
    texts(`staff-doctor.${check}`),
    escapeForTerminal(message),
  ]);
  const state = worstOf(findings);
  return { data: { state, findings: described }, text: inColumns(rows), code: EXIT_CODES[state] };
};

export const declareDoctor = (program: SchoolCommand): void => {
  program
    .command("doctor")
    .description("Check the school, and say what to do. Ends with 0 fine, 1 warnings, 2 wrong.")
    .answer(doctor);
};
