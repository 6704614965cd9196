import { COMMAND } from "../../domain/audit.ts";
import type { Environment } from "../school/settings/environment.ts";
import { addSite, readSites, removeSite } from "../school/sites.ts";
import { CommandError, withDatabase } from "./command-context.ts";
import { inColumns, type JsonOption, printResult } from "./terminal.ts";

/** Lists the sites that may show the app: those of the database, and those of the settings. */
export const listSites = async (options: JsonOption, environment: Environment): Promise<number> => {
  const added = await withDatabase(environment, ({ read }) => readSites(read));
  const sites = [
    ...(environment.allowedOrigins ?? []).map((site) => ({ site, from: "ALLOWED_ORIGINS" })),
    ...added.map((site) => ({ site, from: "school site add" })),
  ];
  const text =
    sites.length === 0
      ? "No site may show the app yet."
      : inColumns(sites.map(({ site, from }) => [site, from]));
  printResult(options, sites, text);
  return 0;
};

/** Lets a site show the app. */
export const addSiteCommand = async (
  origin: string,
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const changed = await withDatabase(environment, ({ write }) =>
    write((db) => addSite(db, origin, COMMAND, Date.now())),
  );
  const text = changed ? `${origin} may show the app.` : `${origin} may show the app already.`;
  printResult(options, { site: origin, changed }, text);
  return 0;
};

/** Lets a site no longer show the app. */
export const removeSiteCommand = async (
  origin: string,
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const changed = await withDatabase(environment, ({ write }) =>
    write((db) => removeSite(db, origin, COMMAND, Date.now())),
  );
  if (environment.allowedOrigins?.includes(origin)) {
    throw new CommandError(
      `${origin} is in ALLOWED_ORIGINS: take it out there, and start the server again.`,
    );
  }
  if (!changed) throw new CommandError(`${origin} is not in the list.`);
  printResult(options, { site: origin, changed }, `${origin} may no longer show the app.`);
  return 0;
};
